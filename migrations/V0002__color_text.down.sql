-- V0002__color_text.down.sql

DROP VIEW settings;
DROP VIEW preference_version;

CREATE VIEW settings AS
SELECT namespace || '.' || iif(instr(key, '.'), '"' || key || '"', key) AS name, type,
  iif(k.redacted, '<redacted>', CASE type
    WHEN 'color' THEN iif(min(red, green, blue, alpha) < 0 OR max(red, green, blue, alpha) > 1,
      printf('color(srgb %.6g %.6g %.6g / %.6g)', red, green, blue, alpha),
      printf(iif(alpha < 1, '#%02X%02X%02X%02X', '#%02X%02X%02X'),
        red * 255 + 0.5, green * 255 + 0.5, blue * 255 + 0.5, alpha * 255 + 0.5))
    WHEN 'bool' THEN iif(value, 'true', 'false')
    WHEN 'date' THEN coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', value / 1000.0, 'unixepoch'), value)
    WHEN 'color_blob' THEN CAST(value AS TEXT)
    ELSE iif(typeof(value) = 'blob', printf('<%d bytes>', length(value)), value) END) AS value,
  strftime('%Y-%m-%dT%H:%M:%fZ', updated_at / 1000.0, 'unixepoch') AS updated,
  strftime('%Y-%m-%dT%H:%M:%fZ', p.created_at / 1000.0, 'unixepoch') AS created
FROM preference AS p LEFT JOIN preference_key AS k USING (namespace, key)
ORDER BY namespace, key;

CREATE VIEW preference_version AS
SELECT c.*,
  iif(k.redacted, iif(type IS NULL, NULL, '<redacted>'), CASE type
    WHEN 'color' THEN iif(min(red, green, blue, alpha) < 0 OR max(red, green, blue, alpha) > 1,
      printf('color(srgb %.6g %.6g %.6g / %.6g)', red, green, blue, alpha),
      printf(iif(alpha < 1, '#%02X%02X%02X%02X', '#%02X%02X%02X'),
        red * 255 + 0.5, green * 255 + 0.5, blue * 255 + 0.5, alpha * 255 + 0.5))
    WHEN 'bool' THEN iif(value, 'true', 'false')
    WHEN 'date' THEN coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', value / 1000.0, 'unixepoch'), value)
    WHEN 'color_blob' THEN CAST(value AS TEXT)
    ELSE iif(typeof(value) = 'blob', printf('<%d bytes>', length(value)), value) END) AS text
FROM preference_change AS c LEFT JOIN preference_key AS k USING (namespace, key);
