import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'

const test = pluginTest([tenantApp])

const ORDERS = Number(process.env['DOOR_ORDERS'] ?? 60)
const SEED = Number(process.env['DOOR_SEED'] ?? 20_261_128)
const CHILDREN = 4

/** Events at seconds of their own, in the order in which they arrive, in calls of some length. */
const arriving = fc.record({
  events: fc.uniqueArray(
    fc.record({
      child: fc.nat(CHILDREN - 1),
      kind: fc.constantFrom('in' as const, 'out' as const),
      second: fc.nat(3000),
    }),
    { selector: ({ second }) => second, minLength: 1, maxLength: 24 },
  ),
  perCall: fc.integer({ min: 1, max: 8 }),
})

test('a head count is compared with the right children in whatever order events of the day arrive', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const clients = [await organization.signIn('tenant_admin'), await organization.signIn('tenant_admin')]
  const studentIds: string[] = []
  for (let child = 0; child < CHILDREN; child++) studentIds.push((await buildStudent(platform, organization)).id)
  await fc.assert(
    fc.asyncProperty(arriving, async ({ events, perCall }) => {
      const begins = platform.clock.now().getTime() - 3_600_000
      const startDate = new Date(begins).toISOString()
      const endDate = new Date(begins + 7_200_000).toISOString()
      const { id } = await buildSession(platform, organization, { startDate, endDate })
      for (const studentId of studentIds) await buildParticipant(platform, organization, { sessionId: id, studentId })
      const sent = events.map(({ child, kind, second }) => ({
        id: randomUUID(),
        studentId: studentIds[child],
        kind,
        at: new Date(begins + second * 1000).toISOString(),
        by: { kind: 'other', name: 'Grandma Rosa' },
        isFact: true,
      }))
      for (let from = 0; from < sent.length; from += perCall) {
        const by = clients[(from / perCall) % clients.length]
        const answer = await by?.post(`/api/sessions/${id}/door/events`, { events: sent.slice(from, from + perCall) })
        expect(answer?.status).toBe(200)
      }
      const here = studentIds.filter((_, child) => {
        const own = events.filter((event) => event.child === child).toSorted((one, two) => one.second - two.second)
        return own.at(-1)?.kind === 'in'
      })
      const count = { id: randomUUID(), counted: here.length }
      const { body } = (await clients[0]?.post(`/api/sessions/${id}/head-counts`, count)) ?? {}
      expect(body).toMatchObject({ hereNow: here.length })
      const named = (body as { children: { studentId: string }[] }).children.map(({ studentId }) => studentId)
      expect(named.toSorted()).toEqual(here.toSorted())
    }),
    { numRuns: ORDERS, seed: SEED },
  )
}, 1_800_000)
