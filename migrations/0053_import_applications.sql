-- The application that started the import, if one did: the import ends with its access.
alter table imports add column client_id uuid;
