import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import type { World } from '#core/testing/calls.ts'
import type { Answer, Client } from '#core/testing/harness.ts'
import type { Race } from '#core/testing/races.ts'

type Ask = () => Promise<Answer>

/** Runs two changes of one version: the first is saved, and the second is refused as outdated. */
export const tellsSecond = (first: Ask, second: Ask): Race => ({
  first,
  second,
  expect: (one, other) => {
    expect(one).toMatchObject({ status: 200 })
    expect(other).toMatchObject({ status: 409, body: { code: 'outdated' } })
  },
})

/**
 * Runs two actions, the first of which makes the second impossible.
 * @param outcome status of the first, answer to the second
 */
export const refusesSecond = (first: Ask, second: Ask, outcome: [number, object]): Race => ({
  first,
  second,
  expect: (one, other) => {
    expect(one).toMatchObject({ status: outcome[0] })
    expect(other).toMatchObject(outcome[1])
  },
})

/** Runs an action, and one that removes its precondition: once the second is answered, the first adds nothing to `seen`. */
export const endsWithSecond = (
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
  seen: () => Promise<unknown>,
): Race => ({
  first,
  second: async () => {
    await second()
    return { seen: await seen() }
  },
  expect: async (_, then) => expect({ seen: await seen() }).toEqual(then),
})

/** Reads the organization's rows of one table. */
export const rowsOf = (
  { platform: { core }, organization }: World,
  table: string,
  where: object = {},
): Promise<Record<string, string>[]> =>
  core.db.platform(systemActor, ({ trx }) => trx(table).where({ tenantId: organization.id, ...where }))

/** Lists subjects of the organization's emails in alphabetical order. */
export const mailsOf = async (world: World, where: object = {}): Promise<string[]> =>
  (await rowsOf(world, 'mail_messages', where)).map(({ subject = '' }) => subject).toSorted()

export const register = (by: Client, sessionId: string, ...studentIds: string[]): Promise<Answer> =>
  by.post(`/api/sessions/${sessionId}/participants`, { studentIds })

export const deactivate = (by: Client, userId: string): Promise<Answer> =>
  by.put(`/api/people/${userId}`, { isActive: false })
