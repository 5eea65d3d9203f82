-- V0004__lighter_update.down.sql

DROP TRIGGER preference_log_own_update;
DROP TRIGGER preference_log_update;

CREATE TRIGGER preference_log_update AFTER UPDATE OF type, value, red, green, blue, alpha ON preference
WHEN (old.value, old.type, old.red, old.green, old.blue, old.alpha, typeof(old.value))
  IS NOT (new.value, new.type, new.red, new.green, new.blue, new.alpha, typeof(new.value))
BEGIN
  UPDATE preference SET
    sequence = iif(old.sequence = 0, 0, (SELECT coalesce(max(sequence), 0) + 1 FROM preference_change)),
    updated_at = max(old.updated_at, new.updated_at, CAST(julianday('now') * 864e5 - 210866759999999.5 AS INTEGER))
    WHERE (new.sequence = old.sequence OR old.sequence = 0) AND namespace = new.namespace AND key = new.key;
  SELECT RAISE(IGNORE) WHERE old.sequence = 0;
  INSERT INTO preference_change (sequence, previous, namespace, key, type, value, red, green, blue, alpha)
    VALUES (CASE WHEN new.sequence = old.sequence THEN NULL WHEN last_insert_rowid() < 0 THEN new.sequence
        ELSE RAISE(ABORT, 'leave sequence out: triggers set it') END,
      old.sequence, new.namespace, new.key, new.type, new.value, new.red, new.green, new.blue, new.alpha);
END;
