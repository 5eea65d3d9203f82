-- V0001__create_preferences.sql
--
-- The server's side of roaming: one log an account, numbered without holes under the account's row lock, each state of it named
-- by a hash; the item of each key that has won; what is known of each device. Devices call the functions and can do nothing else:
-- these run with the owner's rights and look only at the caller's account. Reading one's own rows with SQL is allowed (row
-- security). The decision goes by version and time, never by a value. Versions are named by who made the edit, because a server
-- that was put back gives its own numbers a second time.

-- The schema preferences is there: the runner has made it for its ledger.
GRANT USAGE ON SCHEMA preferences TO PUBLIC;

-- Roles that may act for an account that they name (SET preferences.account): a service in front of the database. Every other
-- role is its own account.
CREATE TABLE preferences.gateway (role text PRIMARY KEY);
INSERT INTO preferences.gateway VALUES (current_user);

CREATE TABLE preferences.limits (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  items integer NOT NULL DEFAULT 4096,
  value_bytes integer NOT NULL DEFAULT 65536,
  account_bytes bigint NOT NULL DEFAULT 8388608,
  log_rows bigint NOT NULL DEFAULT 10000,
  log_days integer NOT NULL DEFAULT 90,
  tombstone_days integer NOT NULL DEFAULT 180
);
INSERT INTO preferences.limits DEFAULT VALUES;

CREATE TABLE preferences.account (
  owner text PRIMARY KEY,
  revision bigint NOT NULL DEFAULT 0,
  chain text NOT NULL DEFAULT '',
  floor bigint NOT NULL DEFAULT 0,
  floor_chain text NOT NULL DEFAULT '',
  items integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);  -- each push changes a row here: it finds room on its page

CREATE TABLE preferences.device (
  owner text,
  device text,
  name text NOT NULL,
  last_number bigint NOT NULL DEFAULT 0,
  hash text NOT NULL DEFAULT '',
  seen timestamptz NOT NULL DEFAULT clock_timestamp(),
  forgotten boolean NOT NULL DEFAULT false,
  PRIMARY KEY (owner, device)
) WITH (fillfactor = 50);

-- edited: milliseconds since 1970 by the server's clock. type NULL: removed.
CREATE TABLE preferences.item (
  owner text,
  namespace text,
  key text,
  device text NOT NULL,
  number bigint NOT NULL,
  edited bigint NOT NULL,
  type text,
  value bytea,
  PRIMARY KEY (owner, namespace, key)
);

CREATE TABLE preferences.change (
  owner text,
  revision bigint,
  namespace text NOT NULL,
  key text NOT NULL,
  device text NOT NULL,
  number bigint NOT NULL,
  sender text NOT NULL,
  sender_number bigint NOT NULL,
  edited bigint NOT NULL,
  has_won boolean NOT NULL,
  type text,
  value bytea,
  chain text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (owner, revision)
);

-- Whose rows the caller may see. PL/pgSQL keeps its plans; a function in SQL would be planned anew for each push.
CREATE FUNCTION preferences.current_account() RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = preferences, pg_temp AS $$
DECLARE
  named text := nullif(current_setting('preferences.account', true), '');
BEGIN
  IF named IS NULL OR NOT EXISTS (SELECT FROM gateway WHERE role = session_user) THEN RETURN session_user; END IF;
  RETURN named;
END $$;

-- The server's clock, in milliseconds since 1970: the only one that edits are ordered by.
CREATE FUNCTION preferences.now_ms() RETURNS bigint
LANGUAGE sql VOLATILE AS $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

ALTER TABLE preferences.account ENABLE ROW LEVEL SECURITY;
ALTER TABLE preferences.device ENABLE ROW LEVEL SECURITY;
ALTER TABLE preferences.item ENABLE ROW LEVEL SECURITY;
ALTER TABLE preferences.change ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_account ON preferences.account FOR SELECT USING (owner = preferences.current_account());
CREATE POLICY own_devices ON preferences.device FOR SELECT USING (owner = preferences.current_account());
CREATE POLICY own_items ON preferences.item FOR SELECT USING (owner = preferences.current_account());
CREATE POLICY own_changes ON preferences.change FOR SELECT USING (owner = preferences.current_account());
GRANT SELECT ON preferences.account, preferences.device, preferences.item, preferences.change, preferences.limits TO PUBLIC;

-- A device introduces itself. One statement of the caller: what it is told is one state of the log.
CREATE FUNCTION preferences.hello(its_device text, its_name text)
RETURNS TABLE (last_number bigint, hash text, now_ms bigint, revision bigint, chain text, value_bytes integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = preferences, pg_temp AS $$
#variable_conflict use_column
DECLARE
  me text := current_account();
BEGIN
  IF length(its_device) NOT BETWEEN 1 AND 64 OR length(its_name) > 255 THEN
    RAISE EXCEPTION 'a device has an identity of 1 to 64 characters and a name of at most 255' USING ERRCODE = '22023';
  END IF;
  INSERT INTO account (owner) VALUES (me) ON CONFLICT DO NOTHING;
  PERFORM FROM account WHERE owner = me FOR UPDATE;
  INSERT INTO device AS d (owner, device, name) VALUES (me, its_device, its_name)
    ON CONFLICT (owner, device) DO UPDATE SET name = its_name, seen = clock_timestamp(), forgotten = false;
  RETURN QUERY SELECT d.last_number, d.hash, now_ms(), a.revision, a.chain,
      (SELECT l.value_bytes FROM limits AS l)
    FROM account AS a JOIN device AS d ON d.owner = a.owner WHERE a.owner = me AND d.device = its_device;
END $$;

-- Edits of one device in their order. The answer: the last number that the server has now, why it stopped, what it had no room
-- for, and whether there is another device that wants to be told.
CREATE FUNCTION preferences.push(its_device text, edits jsonb) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = preferences, pg_temp AS $$
#variable_conflict use_column
DECLARE
  me text := current_account();
  now_ms bigint := now_ms();
  a account;
  d record;
  c item;
  e record;
  found_item boolean;
  bytes bytea;
  size integer;
  old_size integer;
  edit_time bigint;
  causal boolean;
  won boolean;
  reason text;
  stopped text;
  refused jsonb := '{}';
  before bigint;
BEGIN
  IF jsonb_array_length(edits) > 1000 THEN
    RAISE EXCEPTION 'at most 1000 edits at once' USING ERRCODE = '22023';
  END IF;
  SELECT * INTO a FROM account WHERE owner = me FOR UPDATE;  -- one writer an account
  -- Not joined above: a join would show the device as it was before the lock was waited for.
  SELECT device.last_number, device.hash, limits.items, limits.value_bytes, limits.account_bytes, EXISTS (
      SELECT FROM device AS o WHERE o.owner = me AND o.device <> its_device AND NOT o.forgotten) AS others
    INTO d FROM device, limits WHERE owner = me AND device = its_device;
  IF d.last_number IS NULL THEN RETURN jsonb_build_object('last', 0, 'stop', 'gap'); END IF;
  before := a.revision;
  FOR e IN SELECT * FROM jsonb_to_recordset(edits) AS x(number bigint, namespace text, key text, device text,
      version bigint, base_device text, base bigint, type text, value text, edited bigint, previous text, hash text, large boolean)
  LOOP
    IF octet_length(e.namespace) NOT BETWEEN 1 AND 255 OR octet_length(e.key) NOT BETWEEN 1 AND 255
      OR octet_length(e.device) NOT BETWEEN 1 AND 64 OR octet_length(e.type) > 64 OR octet_length(e.hash) > 64
    THEN
      RAISE EXCEPTION 'edit % has a part that is too long', e.number USING ERRCODE = '22023';
    END IF;
    stopped := CASE WHEN e.number <= d.last_number THEN 'duplicate' WHEN e.number > d.last_number + 1 THEN 'gap'
      WHEN e.previous <> d.hash THEN 'fork' END;
    EXIT WHEN stopped IS NOT NULL;
    d.last_number := e.number;
    d.hash := e.hash;
    bytes := decode(e.value, 'base64');
    size := coalesce(length(bytes), 0);
    SELECT * INTO c FROM item WHERE owner = me AND namespace = e.namespace AND key = e.key;
    found_item := c.owner IS NOT NULL;
    old_size := coalesce(length(c.value), 0);
    reason := CASE WHEN e.large OR size > d.value_bytes THEN 'value-too-large'
      WHEN e.type IS NULL THEN NULL
      WHEN c.type IS NULL AND a.items >= d.items THEN 'too-many-keys'
      WHEN size > old_size AND a.bytes - old_size + size > d.account_bytes THEN 'account-full' END;
    IF reason IS NOT NULL THEN
      refused := refused || jsonb_build_object(e.number::text, reason);
      CONTINUE;
    END IF;
    edit_time := least(e.edited, now_ms);
    causal := NOT found_item OR (e.base_device = c.device AND e.base = c.number) IS TRUE;
    IF causal AND found_item THEN edit_time := greatest(edit_time, c.edited + 1); END IF;
    won := causal OR (edit_time, e.device COLLATE "C", e.version) > (c.edited, c.device COLLATE "C", c.number);
    a.revision := a.revision + 1;
    IF found_item AND c.device = e.device AND c.number = e.version THEN
      won := true;  -- another device has brought it back: it stays as it is
      edit_time := c.edited;
    ELSIF won THEN
      a.items := a.items + (e.type IS NOT NULL)::integer - (c.type IS NOT NULL)::integer;
      a.bytes := a.bytes + size - old_size;
      IF found_item THEN
        UPDATE item SET device = e.device, number = e.version, edited = edit_time, type = e.type, value = bytes
          WHERE owner = me AND namespace = e.namespace AND key = e.key;
      ELSE
        INSERT INTO item VALUES (me, e.namespace, e.key, e.device, e.version, edit_time, e.type, bytes);
      END IF;
    END IF;
    -- All that a device takes from the row: the hash of the edit names its content.
    a.chain := left(encode(sha256(convert_to(concat_ws('|', a.chain, a.revision, its_device, e.hash, edit_time, won), 'UTF8')), 'hex'), 16);
    INSERT INTO change VALUES (me, a.revision, e.namespace, e.key, e.device, e.version, its_device, e.number, edit_time, won,
      e.type, bytes, a.chain);
  END LOOP;
  WITH noted AS (
    UPDATE device SET last_number = d.last_number, hash = d.hash, seen = clock_timestamp()
      WHERE owner = me AND device = its_device)
  UPDATE account SET revision = a.revision, chain = a.chain, items = a.items, bytes = a.bytes WHERE owner = me;
  IF a.revision / 256 > before / 256 THEN PERFORM tidy(me, a.revision); END IF;
  RETURN jsonb_build_object('last', d.last_number, 'stop', stopped, 'refused', refused, 'others', d.others);
END $$;

-- Lets go of the old part of an account's log, and of the memory of what was removed long ago. A device that was away longer
-- takes all items anew.
CREATE FUNCTION preferences.tidy(whose text, newest bigint) RETURNS void
LANGUAGE plpgsql SET search_path = preferences, pg_temp AS $$
#variable_conflict use_column
DECLARE
  l limits;
  last bigint;
BEGIN
  SELECT * INTO l FROM limits;
  SELECT max(revision) INTO last FROM change WHERE owner = whose AND revision <= newest - l.log_rows
    AND (at < now() - make_interval(days => l.log_days) OR revision <= newest - 10 * l.log_rows);
  IF last IS NOT NULL THEN
    UPDATE account SET floor = last, floor_chain = (SELECT chain FROM change WHERE owner = whose AND revision = last)
      WHERE owner = whose;
    DELETE FROM change WHERE owner = whose AND revision <= last;
  END IF;
  DELETE FROM item WHERE owner = whose AND type IS NULL
    AND edited < now_ms() - l.tombstone_days * 86400000::bigint;
END $$;
REVOKE ALL ON FUNCTION preferences.tidy(text, bigint) FROM PUBLIC;

-- The log after a cursor, a page of at most so many rows and about 1 MiB. STABLE: one snapshot. A first row with the revision -1
-- says that the cursor is not on this log; else a first row with the revision 0 says where the log ends.
CREATE FUNCTION preferences.pull(after bigint, after_chain text, most integer)
RETURNS TABLE (revision bigint, chain text, namespace text, key text, device text, number bigint, sender text,
  sender_number bigint, edited bigint, has_won boolean, type text, value bytea, device_name text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = preferences, pg_temp AS $$
#variable_conflict use_column
DECLARE
  me text := current_account();
  a account;
  known text := '';
BEGIN
  SELECT * INTO a FROM account WHERE owner = me;
  IF a.owner IS NULL THEN a.revision := 0; a.chain := ''; a.floor := 0; a.floor_chain := ''; END IF;
  IF after = a.floor THEN known := a.floor_chain;
  ELSE SELECT c.chain INTO known FROM change AS c WHERE c.owner = me AND c.revision = after;
  END IF;
  IF known IS DISTINCT FROM after_chain THEN
    RETURN QUERY SELECT -1::bigint, ''::text, null::text, null::text, null::text, null::bigint, null::text, null::bigint,
      null::bigint, null::boolean, null::text, null::bytea, null::text;
    RETURN;
  END IF;
  RETURN QUERY SELECT 0::bigint, a.chain, null::text, null::text, null::text, a.revision, null::text, null::bigint,
    null::bigint, null::boolean, null::text, null::bytea, null::text;
  RETURN QUERY SELECT x.revision, x.chain, x.namespace, x.key, x.device, x.number, x.sender, x.sender_number, x.edited,
      x.has_won, x.type, x.value, coalesce(d.name, '')
    FROM (SELECT c.*, sum(coalesce(length(c.value), 0)) OVER (ORDER BY c.revision) - coalesce(length(c.value), 0) AS before
        FROM (SELECT * FROM change AS y WHERE y.owner = me AND y.revision > after ORDER BY y.revision LIMIT most) AS c) AS x
      LEFT JOIN device AS d ON d.owner = me AND d.device = x.device
    WHERE x.before < 1048576 ORDER BY x.revision;
END $$;

-- Tells those who listen that there is something new, after the push has been committed: a NOTIFY inside it would make all
-- commits of the database wait for each other. It says no more than that, and not even whose it is.
CREATE FUNCTION preferences.hint() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = preferences, pg_temp AS $$
DECLARE
  name text := md5(current_account());
BEGIN
  PERFORM pg_notify('preferences_' || left(name, 1), name);
END $$;

-- The channel and the payload of the caller's hints.
CREATE FUNCTION preferences.hint_name() RETURNS text
LANGUAGE sql STABLE AS $$ SELECT md5(preferences.current_account()) $$;

CREATE FUNCTION preferences.forget(its_device text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = preferences, pg_temp AS $$
  UPDATE device SET forgotten = true WHERE owner = current_account() AND device = its_device
$$;
