-- Where this database was when somebody last confirmed that it is the one that sends: a data folder, or a PostgreSQL cluster
-- and the database in it. Found anywhere else it is a copy, and sends nothing until it is confirmed (`openslot resume`).
alter table instance add column home json;
