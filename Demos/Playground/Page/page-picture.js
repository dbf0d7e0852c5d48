/** The picture: equal blocks in every mode, and two messages under one key and IV. */
{
  const MODES = ["ecb", "cbc", "cfb", "ofb", "ctr", "gcm"];
  const NAMES = MODES.map((mode) => mode.toUpperCase());
  const SOURCES = { lighthouse: "Lighthouse", word: "A word", grain: "Lighthouse with grain", own: "My own" };
  const GREYS = [["all", "As it is"], ["16", "16 greys"], ["4", "4 greys"], ["2", "2 greys"]];
  const LONG_SIDE = 160, SHORT_SIDE = 120;
  const { number, counted } = Words;

  /** The learner's picture, which stays in this page: `{name, width, height, pixels}`. */
  let own = null;

  // MARK: - Pictures of four bytes a pixel: red, green, blue, opaque

  /** A picture from a function of column and row, 0 to 159 and 0 to 119, that returns red, green and blue. */
  function painted(colour, width = LONG_SIDE, height = SHORT_SIDE) {
    const pixels = new Uint8Array(4 * width * height).fill(255);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        pixels.set(colour(Math.floor((x * LONG_SIDE) / width), Math.floor((y * SHORT_SIDE) / height)),
          4 * (y * width + x));
      }
    }
    return { width, height, pixels };
  }

  function lighthouse(x, y) {
    const aside = Math.abs(x - 92);
    if (y >= 10 && y < 20 && aside <= 0.8 * (y - 10)) return [60, 30, 40];
    if (y >= 20 && y < 32 && aside <= 6) return [255, 224, 90];
    if (y >= 32 && y < 92 && aside <= 7 + (y - 32) / 10) {
      return Math.floor((y - 32) / 12) % 2 ? [245, 245, 240] : [190, 40, 40];
    }
    if (((x - 92) / 46) ** 2 + ((y - 100) / 16) ** 2 <= 1) return [70, 120, 60];
    if (y >= 94) return [30, 80, 150];
    if (x > 98 && Math.abs(y - 26) <= 0.14 * (x - 98)) return [255, 246, 200];
    if ((x - 30) ** 2 + (y - 30) ** 2 <= 15 ** 2) return [250, 250, 250];
    return [90, 130, 190];
  }

  /** Letters of 5 by 7 squares; each text is a row. */
  const LETTERS = {
    S: [" ####", "#    ", "#    ", " ### ", "    #", "    #", "#### "],
    E: ["#####", "#    ", "#    ", "#### ", "#    ", "#    ", "#####"],
    C: [" ####", "#    ", "#    ", "#    ", "#    ", "#    ", " ####"],
    R: ["#### ", "#   #", "#   #", "#### ", "# #  ", "#  # ", "#   #"],
    T: ["#####", "  #  ", "  #  ", "  #  ", "  #  ", "  #  ", "  #  "],
  };

  function word(x, y) {
    if (x < 4 || x >= 156 || y < 4 || y >= 116) return [40, 60, 90];
    const column = Math.floor((x - 10) / 4), row = Math.floor((y - 46) / 4);
    const letter = LETTERS["SECRET"[Math.floor(column / 6)]];
    return column >= 0 && letter?.[row]?.[column % 6] === "#" ? [150, 20, 40] : [245, 240, 225];
  }

  /** A built-in picture. The grain is different in each pixel, and the same in each run. */
  function builtIn(name, width, height) {
    const picture = painted(name === "word" ? word : lighthouse, width, height);
    if (name !== "grain") return picture;
    const grain = Bytes.seeded(1, picture.pixels.length);
    picture.pixels = Uint8Array.from(picture.pixels, (value, index) =>
      (index % 4 === 3 ? 255 : Math.max(0, Math.min(255, value + (grain[index] % 25) - 12))));
    return picture;
  }

  /** The picture in a file, scaled so that a row has whole blocks of four pixels. */
  async function read(file) {
    const image = new Image();
    const address = URL.createObjectURL(file);
    try {
      image.src = address;
      await image.decode();
      const [across, down] = [image.naturalWidth, image.naturalHeight];
      if (!across || !down) throw new Error("no size");
      const box = across >= down ? [LONG_SIDE, SHORT_SIDE] : [SHORT_SIDE, LONG_SIDE];
      const scale = Math.min(1, box[0] / across, box[1] / down);
      const width = Math.max(4, Math.floor((across * scale) / 4) * 4), height = Math.max(1, Math.round(down * scale));
      const context = h("canvas", { width, height }).getContext("2d");
      context.fillStyle = "white";
      context.fillRect(0, 0, width, height);
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, width, height);
      return { name: file.name, width, height,
        pixels: Uint8Array.from(context.getImageData(0, 0, width, height).data) };
    } catch {
      throw new Error(t`${file.name} is no picture that this browser can read.`);
    } finally {
      URL.revokeObjectURL(address);
    }
  }

  /** The picture in some greys, from black to white. */
  function inGreys(pixels, levels) {
    const result = pixels.slice();
    for (let index = 0; index < pixels.length; index += 4) {
      const grey = 0.299 * pixels[index] + 0.587 * pixels[index + 1] + 0.114 * pixels[index + 2];
      result.fill(Math.round((Math.round((grey / 255) * (levels - 1)) * 255) / (levels - 1)), index, index + 3);
    }
    return result;
  }

  /** A drawing with its caption; `framed` is the place of a pixel that gets a frame around it. */
  function figure(pixels, { width, height }, title, detail, { framed, ...properties } = {}) {
    const canvas = h("canvas", { width, height, role: "img", "aria-label": t`${title}. ${detail}`, ...properties });
    const data = new ImageData(Uint8ClampedArray.from(pixels), width, height);
    for (let index = 3; index < data.data.length; index += 4) data.data[index] = 255;
    const context = canvas.getContext("2d");
    context.putImageData(data, 0, 0);
    if (framed) {
      context.strokeStyle = "white";
      context.strokeRect(framed[0] - 7.5, framed[1] - 7.5, 16, 16);
    }
    return h("figure", {}, canvas, h("figcaption", {}, h("strong", {}, title), ` ${detail}`));
  }

  // MARK: - Counting

  /** The number of blocks that occurred before. */
  const repeatedCount = (bytes) => {
    const blocks = Bytes.blocks(bytes).map((block) => block.join());
    return blocks.length - new Set(blocks).size;
  };

  /** A number with one decimal, rounded the same in every language. */
  const tenths = (value) => Number(value.toFixed(1)).toLocaleString(Language.code, { minimumFractionDigits: 1 });

  const share = (part, whole) => {
    const percent = (100 * part) / whole;
    if (part === 0 || part === whole) return `${percent} %`;
    return percent < 0.1 ? "under 0.1 %"
      : `${percent < 10 || percent > 99 ? tenths(Math.min(percent, 99.9)) : Math.round(percent)} %`;
  };

  /** The meaning of the counts for this picture. */
  function remark(repeated, total) {
    if (total < 2) return "This picture is a single block, so nothing can repeat.";
    if (repeated === total - 1) {
      return "Every block of this picture is the same. ECB shows exactly that: one block, again and again.";
    }
    if (repeated === 0) {
      return "No two blocks of this picture are equal. So ECB has nothing to repeat, and looks like the other "
        + "modes here. "
        + "This is luck and no protection: choose fewer greys, and equal blocks appear.";
    }
    if (repeated < total / 10) {
      return t`Few blocks of this picture are equal, as in a photograph: ${counted(repeated, "block")} of
        ${number(total)}. Where they are, ECB shows it. The rest looks like noise in ECB too.`;
    }
    return t`In ECB equal blocks of the picture become equal blocks of ciphertext: ${share(repeated, total)} of them
      occurred before. ECB changes the colours and leaves the shapes. In the other modes no block repeats, though the
      key is the same.`;
  }

  /** The difference of two ciphertexts, beside the difference of their pictures. */
  function comparison(left, right, plainDifference) {
    const difference = Bytes.xor(left, right);
    const changes = (bytes) => Bytes.blocks(bytes).map((block) => block.some((byte) => byte));
    const changed = changes(difference), plain = changes(plainDifference);
    const first = changed.indexOf(true), count = changed.filter(Boolean).length;
    const isSame = count === 0;
    const isExact = Bytes.equal(difference, plainDifference);
    const staysInside = changed.every((isChanged, index) => !isChanged || plain[index]);
    const text = isSame ? "the same ciphertext" : isExact ? "exactly the bits that differ in the pictures"
      : count === changed.length ? "every block" : staysInside ? "only the blocks in which the pictures differ"
      : count === changed.length - first ? t`block ${number(first + 1)} and every block after it`
      : counted(count, "block");
    return { difference, count, isSame, isExact, staysInside: staysInside && !isSame, text };
  }

  const SECOND = {
    pixel: {
      label: "One pixel changed",
      question: "Which modes change nothing but the block of this pixel? (Leave GCM's tag aside.)",
      right: (found) => found.staysInside,
      explanation: "ECB encrypts each block by itself, and with an equal keystream only the changed bits change. CBC "
        + "and CFB carry the change into all blocks after it. "
        + "An IV that is new changes every block, except in ECB, which has none.",
    },
    other: {
      label: "Another picture",
      question: "In which modes is the sum (⊕) of the two ciphertexts exactly the sum of the two pictures?",
      right: (found) => found.isExact,
      explanation: "OFB, CTR and GCM add a keystream that depends on key and IV alone. With the same IV it is added "
        + "twice, and cancels: what is left is both pictures in one, without any key. "
        + "In ECB shapes show too, because equal pairs of blocks give equal sums. In CBC and CFB blocks are equal only "
        + "up to the first one in which the pictures differ.",
    },
    same: {
      label: "The same picture", question: "Which modes give the same ciphertext again?",
      right: (found) => found.isSame,
      explanation: "Encryption has no chance in it: the same key, IV and message give the same ciphertext in every "
        + "mode. Only a new IV hides that the message is the same, and ECB has none.",
    },
  };

  // MARK: - The page

  Playground.page({
    id: "picture", group: "Modes and padding", title: "The picture",
    summary: "A picture is a message too: encrypt one in every mode, and draw the ciphertext.",
    first: ["[data-focus='Picture word']", "[data-picture=ecb]"],
    defaults: {
      source: "lighthouse", greys: "all", key: "2b7e151628aed2a6abf7158809cf4f3c",
      iv: "000102030405060708090a0b0c0d0e0f",
      second: "pixel", pixel: "92.60", nextiv: "same",
    },
    render(root, state) {
      const source = state.choice("source", Object.keys(SOURCES));
      const greys = state.choice("greys", GREYS.map(([value]) => value));
      const key = state.bytes("key", [16, 24, 32]), iv = state.bytes("iv", 16);
      const picture = source === "own" ? own ?? builtIn("lighthouse") : builtIn(source);
      const { width, height } = picture;
      const pixels = greys === "all" ? picture.pixels : inGreys(picture.pixels, Number(greys));
      const total = pixels.length / 16;
      const encrypt = (mode, chosenIV, message) =>
        Library.encrypt(mode, key, mode === "gcm" ? chosenIV.slice(0, 12) : chosenIV, message);

      // Choosing
      const complaint = h("p", { class: "complaint", role: "alert" });
      const fileInput = (label, properties) => h("label", { class: "field" }, h("span", { class: "label" }, label),
        h("input", {
          type: "file", accept: "image/*", "data-focus": label, ...properties,
          onchange: async (event) => {
            if (!event.target.files.length) return;
            try {
              own = await read(event.target.files[0]);
              state.update({ source: "own" });
              announce("Your picture is shown");
            } catch (error) {
              complaint.textContent = error.message;
            }
          },
        }));
      const digits = (counts) => (text) => {
        const found = Bytes.fromHex(text);
        return found && counts.includes(found.length) ? null
          : t`Give ${counts.join(", ")} bytes: two hexadecimal digits each.`;
      };
      const repeated = repeatedCount(pixels);
      const detail = t`${width} × ${height} pixels, ${counted(total, "block")}; ${number(repeated)} occurred before
        (${share(repeated, total)}).`;
      root.append(
        Parts.choice("Picture", Object.entries(SOURCES), source, (value) => state.update({ source: value })));
      const choosing = Parts.section("2. Another picture, key or IV",
        source === "own" && !own
          && Parts.note("Choose a picture below. Until then the lighthouse is shown. A link cannot hold your picture."),
        h("div", { class: "columns" },
          fileInput("Picture from a file; it stays in this page"),
          fileInput("Picture from the camera, where there is one", { capture: "environment" })),
        complaint,
        Parts.choice("Colours", GREYS, greys, (value) => state.update({ greys: value })),
        h("p", {}, "A pixel is four bytes: red, green, blue, and 255 for opaque. So a block of 16 bytes holds four "
          + "pixels of a row. "
          + "The ciphertext is drawn in the same way, without its fourth bytes."),
        h("div", { class: "columns" },
          Parts.input("Key (16, 24 or 32 bytes)", state.get("key"), (value) => state.update({ key: value }),
            { class: "hex", check: digits([16, 24, 32]) }),
          Parts.input("IV (16 bytes; GCM takes the first 12)", state.get("iv"), (value) => state.update({ iv: value }),
            { class: "hex", check: digits([16]) })),
        h("div", { class: "buttons" },
          Parts.button("Another key",
            () => state.update({ key: Bytes.hex(Library.digest("sha256", key).slice(0, key.length)) })),
          Parts.button("Another IV",
            () => state.update({ iv: Bytes.hex(Library.digest("sha256", iv).slice(0, 16)) }))));
      const shown = () => figure(pixels, picture, source === "own" && own ? own.name : "The picture", detail, {
        class: "pointed", "data-picture": "plaintext",
        onclick: (event) => {
          const x = Math.floor((event.offsetX * width) / event.target.clientWidth),
          y = Math.floor((event.offsetY * height) / event.target.clientHeight);
          state.update({ second: "pixel", pixel: `${x}.${y}` });
        },
      });

      // All modes
      const wholes = MODES.map((mode) => encrypt(mode, iv, pixels));
      const ciphertexts = wholes.map((whole) => whole.slice(0, pixels.length));
      const counts = ciphertexts.map(repeatedCount);
      const returns = MODES.every((mode, index) =>
        Bytes.equal(Library.decrypt(mode, key, mode === "gcm" ? iv.slice(0, 12) : iv, wholes[index]), pixels));
      const gallery = () => [
        h("div", { class: "pictures" }, shown(), MODES.map((mode, index) => figure(
          ciphertexts[index], picture, NAMES[index],
          t`${number(counts[index])} of ${number(total)} blocks occurred before (${share(counts[index], total)}).`,
          { "data-picture": mode }))),
        Parts.note(remark(repeated, total)),
        Parts.table("Blocks that occurred before", ["Message", "Repeated blocks", "Share", "SHA-256, first 8 bytes"],
          [["The picture", pixels, repeated], ...NAMES.map((name, index) => [name, ciphertexts[index], counts[index]])]
            .map(([name, bytes, count]) => {
              const digest = Bytes.hex(Library.digest("sha256", bytes)), id = name === "The picture" ? "plaintext"
                : name.toLowerCase();
              return [name, h("span", { "data-result": `repeated ${id}` }, number(count)), share(count, total),
                h("code", { "data-result": `digest ${id}`, "data-value": digest }, digest.slice(0, 16))];
            })),
        Parts.agreement(returns, "The library encrypts all six. It also decrypts each of them to the picture again. "
          + "The page only counts and draws."),
      ];
      const situation = [source, source === "own" ? own?.name : "", greys, Bytes.hex(key), Bytes.hex(iv)].join(" ");
      asking(root, "1. Encrypt it in every mode", {
        id: `picture all ${source} ${source === "own" ? own?.name : ""} ${greys}`, multiple: true, options: NAMES,
        right: MODES.map((_, index) => index).filter((index) => counts[index] > 0),
        question: "In which modes do blocks of the ciphertext repeat? Leave all empty if in none.",
      }, gallery, () => [h("div", { class: "pictures" }, shown())]);
      root.append(choosing);

      // A second message
      const second = state.choice("second", Object.keys(SECOND));
      const sameIV = state.choice("nextiv", ["same", "other"]) === "same";
      const [x, y] = pixelOf(
        state.fitting("pixel", /^\d{1,6}\.\d{1,6}$/.test(state.get("pixel"))), width, height);
      const start = 4 * (y * width + x), framed = second === "pixel" && [x, y];
      let next = pixels;
      if (second === "pixel") next = pixels.map((byte, index) =>
        (index >= start && index < start + 3 ? byte ^ 255 : byte));
      if (second === "other") {
        const other = builtIn(source === "word" ? "lighthouse" : "word", width, height).pixels;
        next = greys === "all" ? other : inGreys(other, Number(greys));
      }
      const nextIV = sameIV ? iv : Library.digest("sha256", iv).slice(0, 16);
      const plainDifference = Bytes.xor(pixels, next);
      const unlike = Bytes.blocks(plainDifference).filter((block) => block.some((byte) => byte)).length;
      const nextWholes = MODES.map((mode) => encrypt(mode, nextIV, next));
      const found = MODES.map((_, index) => comparison(ciphertexts[index], nextWholes[index].slice(0, pixels.length),
        plainDifference));
      const tagChanges = !Bytes.equal(wholes[5].slice(-16), nextWholes[5].slice(-16));
      const coordinate = (label, value, most, make) => Parts.number(t`${label} (0 to ${most})`, value, 0, most,
        (text) => state.update({ pixel: make(text) }));
      root.append(Parts.section("3. Encrypt again with the same key",
        Parts.choice("Second message", Object.entries(SECOND).map(([name, { label }]) => [name, label]), second,
          (value) => state.update({ second: value })),
        Parts.choice("Its IV", [["same", "The same IV"], ["other", "Another IV"]], sameIV ? "same" : "other",
          (value) => state.update({ nextiv: value })),
        second === "pixel" && [
          h("p", {}, "Click a pixel in the picture above, or give its place. Its colour is inverted."),
          h("div", { class: "columns" }, coordinate("Column", x, width - 1, (text) => `${text}.${y}`),
            coordinate("Row", y, height - 1, (text) => `${x}.${text}`))]));
      asking(root, "", {
        id: `picture again ${situation} ${second} ${sameIV} ${x} ${y}`, multiple: true, options: NAMES,
        right: MODES.map((_, index) => index).filter((index) => SECOND[second].right(found[index])),
        question: t`${SECOND[second].question} Leave all empty if none.`, explanation: SECOND[second].explanation,
      }, () => [
        h("p", {}, "Each picture is the sum (⊕) of the first and the second ciphertext. Black means equal. Nobody "
          + "needs the key to draw it.", second === "pixel"
          && " The white frame is drawn around the pixel that changed."),
        h("div", { class: "pictures" },
          figure(next, picture, "Second message.",
            t`Unlike the first: ${counted(unlike, "block")}.`),
          figure(plainDifference, picture, "First ⊕ second message.", "Only who has both messages can draw this.",
            { framed }),
          MODES.map((mode, index) => figure(found[index].difference, picture, `${NAMES[index]}:`,
            t`${found[index].text}${mode === "gcm" && tagChanges ? "; the tag changes" : ""}.`, { framed }))),
        Parts.table("How the two ciphertexts differ", ["Mode", "Blocks that differ", "What differs"],
          MODES.map((mode, index) =>
            [NAMES[index], h("span", { "data-result": `differing ${mode}` }, number(found[index].count)),
              t`${found[index].text}${mode !== "gcm" ? "" : tagChanges ? "; the tag changes"
                : "; the tag is the same"}`])),
        second === "other" && sameIV
          && Parts.note("In OFB, CTR and GCM, never use an IV (also called nonce) twice with one key. In CTR that "
            + "holds for each counter block: an IV that is one more repeats the keystream too, one block later."),
      ]);
      root.append(Parts.section("In Swift", Parts.swift(
        Language.text("let shown = try AES.ECB.encrypt(pixels, using: key, padding: .none)   // equal blocks stay "
          + "equal"),
        "let hidden = try AES.CTR.encrypt(pixels, using: key, nonce: AES.CTR.Nonce())")));
    },
  });

  /** Asks, then shows. What is shown `before` is part of the results, too. */
  function asking(root, title, question, results, before = () => []) {
    const result = h("div", {}, before());
    const form = Prediction.ask(
      { ...question, reveal: () => result.replaceChildren(...results().filter((part) => part)) });
    root.append(h("section", {}, title && h("h2", {}, title), form, result));
  }

  /** "column.row", inside the picture. */
  function pixelOf(text, width, height) {
    const [x, y] = text.split(".").map(Number);
    return [Math.min(x, width - 1), Math.min(y, height - 1)];
  }
}
