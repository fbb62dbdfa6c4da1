import { script } from './script.ts'

/**
 * `retired_keys`: ids of master keys under which nothing may be sealed any more, by a process that
 * does not know it yet. `kept_keys`: keys that follow from an earlier master key and have to stay,
 * sealed under the present one.
 */
export const retiredKeys = script(`
create table side.retired_keys (
  key_id     text collate "C" primary key,
  retired_at timestamptz not null default now()
);

create table side.kept_keys (
  use        text collate "C" primary key,
  key_id     text not null,
  nonce      bytea not null,
  ciphertext bytea not null
);

create function side.refuse_retired_key() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from side.retired_keys r where r.key_id = new.key_id) then
    raise exception 'key % was retired', new.key_id using errcode = 'KR001';
  end if;
  return new;
end $$;

create trigger refuse_retired_key before insert or update of key_id on side.vault
  for each row execute function side.refuse_retired_key();
create trigger refuse_retired_key before insert or update of key_id on side.person_keys
  for each row execute function side.refuse_retired_key();
create trigger refuse_retired_key before insert or update of key_id on side.setup_token
  for each row execute function side.refuse_retired_key();
`)
