import type { Customer } from './customers.ts'

type Statements = { readonly [E in Customer['engine']]: readonly string[] }

/** People with orders, a view, comments, an awkward name; on Postgres the orders have a schema. */
const schema: Statements = {
  postgres: [
    'create schema sales',
    `create table people (
      id serial primary key,
      name text not null,
      email varchar(100),
      city text,
      born date,
      created_at timestamptz not null default now()
    )`,
    `comment on table people is 'Who buys'`,
    `comment on column people.email is 'Where to write'`,
    `create table sales.orders (
      id bigint primary key,
      person_id int not null references people (id),
      total numeric(12,2),
      status varchar(10) not null,
      paid boolean not null
    )`,
    `create view sales.big_orders as select id, total from sales.orders where total > 100`,
    'create table "odd "" name; drop" ("col.1" int, "select" text)',
    `insert into people (name, email, city, born) select 'Person ' || n, 'p' || n || '@example.com',
      (array['Berlin', 'Oslo', 'Rome'])[1 + n % 3], date '1990-01-01' + n
      from generate_series(1, 30) n`,
    `insert into sales.orders select n, 1 + n % 30, n * 1.5, case n % 2 when 0 then 'open' else 'done' end,
      n % 2 = 1 from generate_series(1, 300) n`,
  ],
  mysql: [
    `create table people (
      id int auto_increment primary key,
      name text not null,
      email varchar(100) comment 'Where to write',
      city varchar(50),
      born date,
      created_at timestamp not null default current_timestamp
    ) comment 'Who buys'`,
    `create table orders (
      id bigint primary key,
      person_id int not null,
      total decimal(12,2),
      status varchar(10) not null,
      paid bit not null,
      foreign key (person_id) references people (id)
    )`,
    'create view big_orders as select id, total from orders where total > 100',
    'create table `odd `` name; drop` (`col.1` int, `select` text)',
    `insert into people (name, email, city, born)
      select concat('Person ', seq), concat('p', seq, '@example.com'),
      elt(1 + seq % 3, 'Berlin', 'Oslo', 'Rome'), '1990-01-01' + interval seq day
      from seq_1_to_30`,
    `insert into orders select seq, 1 + seq % 30, seq * 1.5, if(seq % 2 = 0, 'open', 'done'), seq % 2
      from seq_1_to_300`,
  ],
}

/** Where the orders are. */
export const ordersSchema = { postgres: 'sales', mysql: '' } as const
/** Where everything else is. */
export const mainSchema = { postgres: 'public', mysql: '' } as const
/** The orders in SQL. */
export const ordersName = { postgres: 'sales.orders', mysql: 'orders' } as const

export const createSchema = async (customer: Customer): Promise<void> => {
  await customer.run(...schema[customer.engine])
}

/** SQL with one column `n` that counts from 1. */
export const series: { readonly [E in Customer['engine']]: (rows: number) => string } = {
  postgres: (rows) => `select n from generate_series(1, ${rows}) n`,
  mysql: (rows) => `select seq as n from seq_1_to_${rows}`,
}

/** SQL that runs for about that long. */
export const sleepSql: { readonly [E in Customer['engine']]: (seconds: number) => string } = {
  postgres: (seconds) => `select pg_sleep(${seconds})::text`,
  mysql: (seconds) => `select sleep(${seconds})`,
}
