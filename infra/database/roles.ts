import { escapeIdentifier, escapeLiteral } from 'pg'

const traits = 'nosuperuser nocreatedb nocreaterole noreplication nobypassrls'

/** Makes roles that are not there yet, without a way to log in; those that are there stay as they are. */
export const rolesScript = (names: readonly string[]): string =>
  names
    .map(
      (name) => `
do $$ begin
  if not exists (select from pg_roles where rolname = ${escapeLiteral(name)}::name) then
    create role ${escapeIdentifier(name)} nologin ${traits};
  end if;
end $$;`,
    )
    .join('\n')

/** Lets a role log in. @param secret a password, or what a server keeps of it, as SQL has it */
export const loginScript = (name: string, secret: string): string =>
  `alter role ${escapeIdentifier(name)} login password ${secret};`
