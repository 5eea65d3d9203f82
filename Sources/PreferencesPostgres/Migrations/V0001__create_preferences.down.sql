-- V0001__create_preferences.down.sql
--
-- For tests: all accounts go. The schema itself, with the ledger, stays.

DROP FUNCTION preferences.forget(text);
DROP FUNCTION preferences.hint_name();
DROP FUNCTION preferences.hint();
DROP FUNCTION preferences.pull(bigint, text, integer);
DROP FUNCTION preferences.push(text, jsonb);
DROP FUNCTION preferences.tidy(text, bigint);
DROP FUNCTION preferences.hello(text, text);
DROP TABLE preferences.change;
DROP TABLE preferences.item;
DROP TABLE preferences.device;
DROP TABLE preferences.account;
DROP TABLE preferences.limits;
DROP FUNCTION preferences.current_account();
DROP FUNCTION preferences.now_ms();
DROP TABLE preferences.gateway;
