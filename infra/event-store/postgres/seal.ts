/** SQLSTATE of an append to a log that has moved: object_not_in_prerequisite_state. */
export const sealedCode = '55000'

/** Refuses appends from now on, by whatever process; only a copy that comes back may add to it. */
export const sealLog = `
create or replace function es.refuse_moved() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $body$
begin
  raise exception 'the log has moved to another store' using errcode = '${sealedCode}';
end $body$;

create or replace trigger moved_away before insert on es.events
  for each statement when (current_setting('es.importing', true) is distinct from 'on')
  execute function es.refuse_moved();
`

export const unsealLog = 'drop trigger if exists moved_away on es.events;'
