type Joined = {
  readonly creator_id: number
  readonly email: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly common_name: string | null
}

/** Who made something, as a row joined with users tells it; null for who is not there. */
export const creatorOf = ({ creator_id: id, email, first_name, last_name, common_name }: Joined) =>
  email === null || first_name === null || last_name === null || common_name === null
    ? null
    : { id, email, first_name, last_name, common_name }
