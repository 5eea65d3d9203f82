import Preferences

extension String {
  /// The text for HTML, between tags and in quoted attributes, set apart from the direction of the
  /// text around it.
  var html: String {
    var text = ""
    for scalar in escapedForDisplay.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
