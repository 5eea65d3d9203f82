-- V0001__create_sync.down.sql
--
-- The store goes on as one that does not sync; what was not sent yet is not sent.

DROP TABLE sync_device;
DROP TABLE sync_remote;
DROP TABLE sync_edit;
DROP TABLE sync_shadow;
DROP TABLE sync_rule;
DROP TABLE sync_account;
