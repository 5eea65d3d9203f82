import Preferences

extension ImportOptions {
  /// The space of three components in a file whose custom is sRGB and that names none.
  var unnamedRGB: SpaceName { assumedColorSpace == .calibrated ? .genericRGB : .assumedSRGB }

  /// The same for one component.
  var unnamedGray: SpaceName { assumedColorSpace == .calibrated ? .genericGray : .assumedGray }
}
