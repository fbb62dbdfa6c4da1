import { script } from './script.ts'

/** Ciphertexts, each with the id of the key it was made under, and the id of the master key. */
export const secrets = script(`
create table side.vault (
  reference  text collate "C" primary key,
  kind       text not null,
  key_id     text not null,
  nonce      bytea not null,
  ciphertext bytea not null,
  created_at timestamptz not null default now()
);

create table side.person_keys (
  user_id    integer primary key,
  key_id     text not null,
  nonce      bytea not null,
  ciphertext bytea not null,
  created_at timestamptz not null default now()
);

create table side.setup_token (
  one        boolean primary key default true check (one),
  key_id     text,
  nonce      bytea,
  ciphertext bytea,
  burnt_at   timestamptz,
  check (num_nulls(key_id, nonce, ciphertext) = case when burnt_at is null then 0 else 3 end)
);

create table side.key_check (
  one        boolean primary key default true check (one),
  key_id     text not null,
  created_at timestamptz not null default now()
);
`)
