import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { address, create, randomText, type World } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { MAX_TRIES } from '../../admissions/letters/server/tries.ts'
import { emailedToken, printLetter } from '../letters.ts'
import { mailsOf, rowsOf } from './outcomes.ts'

const CODE = 'BCDFGHJKMN'

const asker = () => ({ code: CODE, firstName: 'Rosa', lastName: 'Lee', email: address(), relationship: 'Aunt' })

async function openLetter({ platform, organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const name = { firstName: randomText(), lastName: randomText() }
  const { id: studentId } = await create<{ id: string }>(by, '/api/students', name)
  await printLetter(platform, by, { tenantId: organization.id, studentId, code: CODE })
  const print = () => by.post('/api/invitation-letters', { studentIds: [studentId] })
  return { by, studentId, print, visitor: organization.client() }
}

async function openRequest(world: World) {
  const opened = await openLetter(world)
  const body = asker()
  await create(opened.visitor, '/api/join', body)
  return { ...opened, token: await emailedToken(world.platform, body.email) }
}

export const letterRaces: Races = {
  'plugins/tenant-app/admissions/letters/server/print-letters.ts lockStudents': async (world) => {
    const { studentId, print } = await openLetter(world)
    return {
      first: print,
      second: print,
      expect: async (one, other) => {
        expect([one.status, other.status]).toEqual([200, 200])
        expect(await rowsOf(world, 'invitation_letters', { studentId, revokedAt: null })).toHaveLength(1)
      },
    }
  },
  'plugins/tenant-app/admissions/letters/server/request-to-join.ts lockLetter': async (world) => {
    const { by, studentId, visitor } = await openLetter(world)
    const pat = { firstName: 'Pat', lastName: 'Ng', email: address(), invite: false }
    await create(by, `/api/students/${studentId}/guardians`, { person: pat, relationship: 'mother' })
    return {
      first: () => visitor.post('/api/join', { ...asker(), email: pat.email }),
      second: () => visitor.post('/api/join', asker()),
      expect: (one, other) => expect([one.status, other.status]).toEqual([204, 400]),
    }
  },
  'plugins/tenant-app/admissions/letters/server/request-to-join.ts lockLetterOfToken': async (world) => {
    const { by, token, visitor } = await openRequest(world)
    const confirm = () => visitor.post('/api/join/confirmation', { token })
    return {
      first: confirm,
      second: confirm,
      expect: async (one, other) => {
        expect([one.status, other.status]).toEqual([204, 204])
        const emails = await mailsOf(world, { recipient: by.user?.email })
        expect(emails.filter((subject) => subject.startsWith('Someone asks for access'))).toHaveLength(1)
      },
    }
  },
  'plugins/tenant-app/admissions/letters/server/join-requests.ts lockRequest': async (world) => {
    const { by, token, visitor } = await openRequest(world)
    await create(visitor, '/api/join/confirmation', { token })
    const [request] = await rowsOf(world, 'join_requests')
    return {
      first: () => by.post(`/api/join-requests/${request?.id}/approval`, {}),
      second: () => by.post(`/api/join-requests/${request?.id}/refusal`, {}),
      expect: (one, other) => expect([one.status, other.status]).toEqual([204, 404]),
    }
  },
  'plugins/tenant-app/admissions/letters/server/tries.ts lock': async (world) => {
    const { visitor } = await openLetter(world)
    const guess = () => visitor.post('/api/join', { ...asker(), code: 'WWWWWWWWWW' })
    await guess()
    const [tried] = await rowsOf(world, 'letter_tries')
    const { network = '', at = '' } = tried ?? {}
    const { id: tenantId } = world.organization
    await world.platform.core.db.tenant(tenantId, systemActor, async ({ trx }) => {
      await trx('letter_tries').insert(Array.from({ length: MAX_TRIES - 2 }, () => ({ network, at })))
    })
    return {
      first: guess,
      second: guess,
      expect: (one, other) => expect([one.status, other.status]).toEqual([400, 429]),
    }
  },
}
