import SwiftVaultLessonLogic

/// Pictures in characters: each character shows two pixels, one above the other.
enum PictureDrawing {
  /// Pictures side by side.
  static func lines(_ pictures: [Picture], gap: Int, fullColour: Bool) -> [StyledText] {
    let space = StyledText(String(repeating: " ", count: gap))
    let drawn = pictures.map { lines($0, fullColour: fullColour) }
    return drawn[0].indices.map { row in
      drawn.dropFirst().reduce(drawn[0][row]) { $0 + space + $1[row] }
    }
  }

  private static func lines(_ picture: Picture, fullColour: Bool) -> [StyledText] {
    let rows = stride(from: 0, to: picture.height, by: 2).map { row in
      (0..<picture.width).map { column in
        (
          upper: picture[row * picture.width + column],
          lower: picture[min(row + 1, picture.height - 1) * picture.width + column]
        )
      }
    }
    let luminances = rows.map { $0.map { ($0.upper.luminance + $0.lower.luminance) / 2 } }
    let darkest = luminances.joined().min() ?? 0
    let span = (luminances.joined().max() ?? 0) - darkest + 1
    return zip(rows, luminances).map { pixels, luminances in
      zip(pixels, luminances).reduce(into: "") { line, cell in
        let tint = Tint.halves(
          upper: parameters(cell.0.upper, fullColour: fullColour),
          lower: parameters(cell.0.lower, fullColour: fullColour), shade: shade(cell.1 - darkest, of: span))
        line += StyledText("▀", tint)
      }
    }
  }

  /// The parameters of a colour in an escape sequence: 24 bits, or an entry of the palette of 256.
  ///
  /// Spec: ITU-T T.416, section 13.1.8. The palette is xterm's: six levels of each colour from number 16 on.
  private static func parameters(_ pixel: Pixel, fullColour: Bool) -> String {
    if fullColour { return "2;\(pixel.red);\(pixel.green);\(pixel.blue)" }
    let (red, green, blue) = (level(pixel.red), level(pixel.green), level(pixel.blue))
    return "5;\(16 + 36 * red + 6 * green + blue)"
  }

  /// The nearest of the palette's levels 0, 95, 135, 175, 215 and 255.
  private static func level(_ value: UInt8) -> Int { value < 48 ? 0 : max(1, (Int(value) - 35) / 40) }

  /// A character for a luminance. Darker values have denser characters, as on paper.
  private static func shade(_ luminance: Int, of span: Int) -> Character {
    let shades: [Character] = ["@", "%", "#", "*", "+", "=", "-", ":", "."]
    return shades[luminance * shades.count / span]
  }
}
