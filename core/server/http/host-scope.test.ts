import knex from 'knex'
import { expect } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { ownerOf, ownersRead } from '../database/catalogue.ts'
import { sharedCatalogue } from '../database/ownership.ts'
import { notFound } from '../errors.ts'
import { mount } from './mount.ts'

const access = { who: ['superadmin', 'tenant_admin'], hosts: 'both', scope: 'host' } as const
const unaudited = 'Books of a test'
const title = z.object({ title: z.string() })

const booksContract = {
  list: endpoint({ method: 'GET', path: '/api/books', summary: 'Books', access, response: z.array(z.string()) }),
  add: endpoint({
    method: 'POST',
    path: '/api/books',
    summary: 'Adds a book',
    unaudited,
    access,
    body: title,
    response: z.object({ id }),
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/api/books/{id}',
    summary: 'Renames a book',
    unaudited,
    access,
    params: z.object({ id }),
    body: title,
    response: 'none',
  }),
} as const

const library = definePlugin({
  id: 'library',
  setup: () => ({
    routes: [
      mount(booksContract, {
        list: (scope) =>
          scope.trx('books').whereIn('owner', ownersRead(scope)).orderBy('title').pluck<string[]>('title'),
        add: async (scope, body) => {
          const [row] = await scope.trx('books').insert(body, ['id'])
          return row as { id: string }
        },
        rename: async (scope, id, body) => {
          const own = { id: id, owner: ownerOf(scope) }
          if ((await scope.trx('books').where(own).update(body)) === 0) throw notFound('Book')
        },
      }),
    ],
  }),
})

const test = pluginTest([library])

async function shelve({ databaseUrl }: TestPlatform): Promise<void> {
  const database = knex({ client: 'pg', connection: databaseUrl })
  await database.transaction(async (trx) => {
    await trx.raw('create table books (id uuid primary key default new_id(), title text not null)')
    await sharedCatalogue(trx, 'books')
  })
  await database.destroy()
}

const adminOf = async (organization: TestOrganization, client: Client) =>
  client.signIn((await organization.user('tenant_admin')).email)

test('a scope that follows the host is the platform’s for its super admins, and an organization’s for all others', async ({
  platform,
}) => {
  await shelve(platform)
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const superAdmin = await platform.superAdmin()
  const visiting = await mine.client().signIn(superAdmin.user?.email ?? '')
  const admin = await adminOf(mine, mine.client())
  const adminOnPlatform = await adminOf(mine, platform.client())
  const stranger = await adminOf(other, other.client())

  const added = async (client: Client, name: string) => (await client.post('/api/books', { title: name })).body.id
  const books = {
    shared: await added(superAdmin, 'Everyone’s'),
    own: await added(admin, 'Ours'),
    fromPlatform: await added(adminOnPlatform, 'Ours too'),
    visitors: await added(visiting, 'Ours by a visitor'),
    foreign: await added(stranger, 'Theirs'),
  }
  const listed = async (client: Client) => (await client.get('/api/books')).body
  expect(await listed(superAdmin)).toEqual(['Everyone’s'])
  for (const client of [admin, adminOnPlatform, visiting])
    expect(await listed(client)).toEqual(['Everyone’s', 'Ours', 'Ours by a visitor', 'Ours too'])
  expect(await listed(stranger)).toEqual(['Everyone’s', 'Theirs'])

  const renamed = async (client: Client) =>
    Promise.all(
      Object.entries(books).map(async ([name, book]) =>
        (await client.put(`/api/books/${book}`, { title: name })).status === 204 ? [name] : [],
      ),
    ).then((names) => names.flat())
  expect(await renamed(superAdmin)).toEqual(['shared'])
  for (const client of [admin, adminOnPlatform, visiting])
    expect(await renamed(client)).toEqual(['own', 'fromPlatform', 'visitors'])
  expect(await renamed(stranger)).toEqual(['foreign'])
  expect((await (await mine.signIn('parent')).get('/api/books')).status).toBe(403)
})
