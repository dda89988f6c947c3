import knex, { type Knex } from 'knex'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { catalogueReference, sharedCatalogue, tenantOwned } from './ownership.ts'

interface Books {
  inOrganization: <T>(tenantId: string, work: (trx: Knex) => Promise<T>) => Promise<T>
  onPlatform: <T>(work: (trx: Knex) => Promise<T>) => Promise<T>
  mine: string
  other: string
  /** Connection as the login role, which creates and analyzes tables. */
  database: Knex
}

/** A catalogue of books, and loans that refer to it, as a migration makes them. */
async function migrateBooks(trx: Knex): Promise<void> {
  await trx.raw(`
    create table books (id uuid primary key default new_id(), title text not null);
    create table loans (id uuid primary key default new_id(), book_id uuid not null);
  `)
  await sharedCatalogue(trx, 'books')
  await tenantOwned(trx, 'loans')
  await catalogueReference(trx, 'loans', 'book_id', 'books')
  await trx.raw('create index books_list_index on books (owner, title, id)')
}

const test = pluginTest([]).extend<{ books: Books }>({
  books: [
    async ({ platform }: { platform: TestPlatform }, provide: (books: Books) => Promise<void>) => {
      const database = knex({ client: 'pg', connection: platform.databaseUrl })
      await database.transaction(migrateBooks)
      const { db } = platform.core
      const [mine, other] = [await platform.organization(), await platform.organization()]
      await provide({
        database,
        mine: mine.id,
        other: other.id,
        inOrganization: (tenantId, work) => db.tenant(tenantId, systemActor, ({ trx }) => work(trx)),
        onPlatform: (work) => db.platform(systemActor, ({ trx }) => work(trx)),
      })
      await database.destroy()
    },
    { scope: 'file' },
  ],
})

const add = async (trx: Knex, title: string): Promise<string> => {
  const [row] = await trx('books').insert({ title }, ['id'])
  return (row as { id: string }).id
}

test("organizations read the platform's rows and their own, and write only their own", async ({ books }) => {
  const { inOrganization, onPlatform, mine, other } = books
  const shared = await onPlatform((trx) => add(trx, 'Robots for everyone'))
  const own = await inOrganization(mine, (trx) => add(trx, 'Our robots'))
  const foreign = await inOrganization(other, (trx) => add(trx, 'Their robots'))
  await inOrganization(mine, async (trx) => {
    expect(await trx('books').orderBy('title').pluck('id')).toEqual([own, shared])
    expect(await trx('books').where({ id: own }).update({ title: 'Our own robots' })).toBe(1)
    for (const id of [shared, foreign]) {
      expect(await trx('books').where({ id }).update({ title: 'Taken' })).toBe(0)
      expect(await trx('books').where({ id }).delete()).toBe(0)
    }
  })
  for (const tenantId of [null, other]) {
    await expect(inOrganization(mine, (trx) => trx('books').insert({ title: 'Smuggled', tenantId }))).rejects.toThrow(
      'row-level security',
    )
  }
  await expect(
    inOrganization(mine, (trx) => trx('books').where({ id: own }).update({ tenantId: null })),
  ).rejects.toThrow('row-level security')
})

test("a reference accepts the platform's rows and the own ones, whichever scope writes it", async ({ books }) => {
  const { inOrganization, onPlatform, mine, other } = books
  const shared = await onPlatform((trx) => add(trx, 'Shared'))
  const own = await inOrganization(mine, (trx) => add(trx, 'Own'))
  const foreign = await inOrganization(other, (trx) => add(trx, 'Foreign'))
  await inOrganization(mine, async (trx) => {
    await trx('loans').insert([{ bookId: shared }, { bookId: own }])
    expect(await trx('loans').pluck('book_id')).toEqual([shared, own])
  })
  const forged = { bookId: foreign, bookIdOwner: other }
  await expect(inOrganization(mine, (trx) => trx('loans').insert(forged))).rejects.toThrow('loans_book_id_owner_check')
  await expect(onPlatform((trx) => trx('loans').insert({ ...forged, tenantId: mine }))).rejects.toThrow(
    'loans_book_id_owner_check',
  )
  await onPlatform((trx) => trx('books').where({ id: shared }).delete())
  expect(await inOrganization(mine, (trx) => trx('loans').pluck('book_id'))).toEqual([own])
})

test('a list of an organization’s visible rows reads no rows of others', async ({ books }) => {
  const { inOrganization, onPlatform, mine, database } = books
  await onPlatform(async (trx) => {
    await trx.raw(`insert into books (title) select 'Global ' || n from generate_series(1, 3000) n`)
    await trx.raw(`insert into tenants (name, subdomain, admin_email)
      select 'School ' || n, 'school' || n, 'school@example.org' from generate_series(1, 200) n`)
    await trx.raw(`insert into books (title, tenant_id)
      select 'Book ' || n, t.id from tenants t cross join generate_series(1, 100) n`)
  })
  await database.raw('analyze books')
  const plan = await inOrganization(mine, async (trx) => {
    const { rows } = await trx.raw<{ rows: { 'QUERY PLAN': string }[] }>(
      'explain (costs off) select id, title from books order by title, id limit 25',
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toMatch(/Index Cond: \(owner = ANY/)
  expect(plan).not.toContain('Seq Scan')
})
