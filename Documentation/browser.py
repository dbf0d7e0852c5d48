"""Headless Chromium for the tests of pages."""

import base64
import json
import os
import select
import subprocess
import sys
import time

PATIENCE = 30  # seconds for one answer
SCREENS = {"desktop": (1280, 900), "phone": (390, 844)}

# Resolves with true when an expression becomes true, or with false after some seconds.
AWAITED = """
new Promise((resolve) => {
  const end = performance.now() + PATIENCE;
  const look = () => EXPRESSION ? resolve(true) : performance.now() > end ? resolve(false) : setTimeout(look, 10);
  look();
})
"""


class Browser:
    """Chromium, controlled by its DevTools protocol: JSON texts that end with a zero byte, on file descriptors 3 and
    4."""

    def __init__(self, command, profile):
        (theirs_in, self.out), (self.inward, theirs_out) = os.pipe(), os.pipe()
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}', "sh", command, "--headless=new", "--no-sandbox",
             "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--window-size=1280,900",
             "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank"],
            pass_fds=(theirs_in, theirs_out), stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        self.buffer, self.count, self.session, self.events = b"", 0, None, []
        self.patience = 25  # seconds until an expression is true
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(domain + ".enable")

    def read(self):
        deadline = time.monotonic() + PATIENCE
        while b"\0" not in self.buffer:
            if not select.select([self.inward], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError(f"no answer in {PATIENCE} seconds")
            piece = os.read(self.inward, 1 << 20)
            if not piece:
                sys.exit("Chromium ended")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.count += 1
        request = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.out, json.dumps(request).encode() + b"\0")
        while True:
            message = self.read()
            if message.get("id") == self.count:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            if "method" in message:
                self.events.append(message)

    def open(self, address):
        """Opens a page and waits until it is loaded."""
        self.events.clear()
        self.call("Page.navigate", url=address)
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.events.append(self.read())

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if details := answer.get("exceptionDetails"):
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def awaits(self, expression):
        """Whether an expression becomes true."""
        awaited = AWAITED.replace("PATIENCE", str(1000 * self.patience))
        return self.evaluate(awaited.replace("EXPRESSION", expression))

    def complaints(self):
        """The errors among the protocol's events."""
        for event in self.events:
            parameters = event.get("params", {})
            match event["method"]:
                case "Network.responseReceived" if parameters["response"]["status"] >= 400:
                    yield f"{parameters['response']['status']} {parameters['response']['url']}"
                case "Network.loadingFailed" if not parameters.get("canceled"):
                    yield f"a request failed: {parameters['errorText']}"
                case "Runtime.exceptionThrown":
                    details = parameters["exceptionDetails"]
                    yield details.get("exception", {}).get("description", details["text"])
                case "Runtime.consoleAPICalled" if parameters["type"] == "error":
                    yield f"console: {parameters['args'][0].get('value', parameters['args'][0].get('description'))}"
                case "Log.entryAdded" if parameters["entry"]["level"] == "error":
                    yield f"log: {parameters['entry']['text']}"

    def show_on(self, screen):
        width, height = screen
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)

    def save_picture(self, path):
        """Saves the whole page as a PNG file."""
        image = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(image["data"]))
