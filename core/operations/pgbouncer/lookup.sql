-- Lets PgBouncer look up the passwords of users, as a superuser in the database of Trellis.
-- The same password belongs into userlist.txt: "pgbouncer" "CHANGE-ME"
create role pgbouncer login password 'CHANGE-ME';
create schema pgbouncer authorization current_user;
grant usage on schema pgbouncer to pgbouncer;
create function pgbouncer.look_up(asked text) returns table (name name, password text)
  language sql stable security definer set search_path = pg_catalog
  as $$ select rolname, rolpassword from pg_authid where rolname = asked and rolcanlogin $$;
revoke all on function pgbouncer.look_up(text) from public;
grant execute on function pgbouncer.look_up(text) to pgbouncer;
