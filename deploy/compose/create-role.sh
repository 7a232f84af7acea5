#!/bin/sh
# Run once by the image of PostgreSQL, when its folder is empty.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role openslot login password :'password';
create database openslot owner openslot;
SQL
