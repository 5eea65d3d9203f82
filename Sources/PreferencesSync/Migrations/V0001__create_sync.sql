-- V0001__create_sync.sql
--
-- What a device must remember to roam: who it is, what it has sent and seen, and the server's items. A component of its own,
-- installed when a store syncs for the first time: a store that does not sync opens as fast as before. Written by the library
-- alone, in the transaction that writes the preferences; a program that edits preference needs to know nothing of it, because
-- the log of changes is the queue. WITHOUT ROWID: last_insert_rowid() carries the mark of V0001 of preferences.

-- One row an account that was ever signed in here; at most one is_active. device: random, made per file and account; last_number,
-- hash: the newest edit that has a number, and the running hash there. sent: the last number that the server is known to have.
-- revision, chain: the cursor. collected: the last row of preference_change that was looked at. checked_at: the server's time
-- when that was last done while connected: what is found later was edited later, whatever the clocks say.
CREATE TABLE sync_account (
  account TEXT PRIMARY KEY,
  server TEXT NOT NULL,
  device TEXT NOT NULL UNIQUE,
  device_name TEXT NOT NULL,
  is_active INTEGER NOT NULL,
  last_number INTEGER NOT NULL DEFAULT 0,
  hash TEXT NOT NULL DEFAULT '',
  sent INTEGER NOT NULL DEFAULT 0,
  revision INTEGER NOT NULL DEFAULT 0,
  chain TEXT NOT NULL DEFAULT '',
  collected INTEGER NOT NULL DEFAULT 0,
  checked_at INTEGER NOT NULL DEFAULT 0,
  value_limit INTEGER NOT NULL DEFAULT 65536
) STRICT, WITHOUT ROWID;

-- The last rule that matches namespace.key decides. prefer: what to do with a key that has a value here and on the server, until
-- the rule's keys have been compared for the first time; NULL from then on.
CREATE TABLE sync_rule (
  position INTEGER PRIMARY KEY,
  pattern TEXT NOT NULL UNIQUE,
  mode TEXT NOT NULL CONSTRAINT mode_is_known CHECK (mode IN ('include', 'exclude', 'receive')),
  prefer TEXT CONSTRAINT prefer_is_known CHECK (prefer IN ('server', 'local', 'newest'))
) STRICT, WITHOUT ROWID;

-- The server's item of each key, below the edits that it does not have yet. type NULL: removed.
CREATE TABLE sync_shadow (
  namespace TEXT NOT NULL,
  key TEXT NOT NULL,
  device TEXT NOT NULL,
  number INTEGER NOT NULL,
  edited INTEGER NOT NULL,
  type TEXT,
  value BLOB,
  PRIMARY KEY (namespace, key)
) STRICT, WITHOUT ROWID;

-- Edits of this file. number below 0: never sent, a value that gave way at the first comparison. version: another device's where
-- the server has lost its edit. edited: when, by the server's clock, once it has told. claimed: the same as reckoned here, from
-- the first time that it was sent: an edit has one time, however often it must be sent. made_at, monotonic, boot: when, by the
-- clocks here; not_before: see sync_account.checked_at. sequence: the row of preference_change; 0: none.
CREATE TABLE sync_edit (
  device TEXT NOT NULL,
  number INTEGER NOT NULL,
  namespace TEXT NOT NULL,
  key TEXT NOT NULL,
  version_device TEXT NOT NULL,
  version_number INTEGER NOT NULL,
  base_device TEXT,
  base_number INTEGER,
  edited INTEGER,
  claimed INTEGER,
  made_at INTEGER NOT NULL,
  monotonic INTEGER NOT NULL,
  boot TEXT NOT NULL,
  not_before INTEGER NOT NULL,
  type TEXT,
  value BLOB,
  hash TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  state TEXT NOT NULL CONSTRAINT state_is_known CHECK (state IN ('pending', 'accepted', 'superseded', 'refused')),
  winner TEXT,
  PRIMARY KEY (device, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX sync_edit_open ON sync_edit (namespace, key, edited, number)
  WHERE state IN ('pending', 'refused');

-- Changes of other devices, as far as the log of the server has told of them; the newest are kept.
CREATE TABLE sync_remote (
  revision INTEGER PRIMARY KEY,
  namespace TEXT NOT NULL,
  key TEXT NOT NULL,
  device TEXT NOT NULL,
  number INTEGER NOT NULL,
  edited INTEGER NOT NULL,
  has_won INTEGER NOT NULL,
  type TEXT,
  value BLOB
) STRICT, WITHOUT ROWID;

CREATE TABLE sync_device (device TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;
