import { randomUUID } from 'node:crypto'
import type { QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { Outbox } from '#core/web/outbox.ts'
import { tenantApp } from '../../../plugin.ts'
import { openDoor } from '../../../testing/door.ts'
import { buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'
import { calling, Connection, enterLife, stubBrowser, whileAlive, type Life } from '../../../testing/offline.ts'
import type { DoorChild, DoorLogEntry } from '../contract.ts'
import { doorOutbox } from './doorOutbox.ts'
import type { StoredEntry } from './storedEntry.ts'

const test = pluginTest([tenantApp])

const SCRIPTS = Number(process.env['OFFLINE_SCRIPTS'] ?? 40)
const SEED = Number(process.env['OFFLINE_SEED'] ?? 833_497)

const DEVICES = 2
const CHILDREN = 3

const step = fc.record({
  device: fc.nat(DEVICES - 1),
  act: fc.oneof(
    { weight: 6, arbitrary: fc.record({ child: fc.nat(CHILDREN - 1), kind: fc.constantFrom('in', 'out') }) },
    { weight: 2, arbitrary: fc.record({ child: fc.nat(CHILDREN - 1), kind: fc.constant('undo') }) },
    { weight: 5, arbitrary: fc.constantFrom('offline', 'online', 'lose answer', 'restart', 'wait', 'count') },
  ),
})

interface Place {
  sessionId: string
  meetingId: string
}

/** One life of the app on a tablet. */
class Visit implements Life {
  isOver = false
  readonly connection: Tablet
  readonly outbox: Outbox<StoredEntry>

  constructor(tablet: Tablet) {
    this.connection = tablet
    const user = { id: tablet.client.user?.id ?? '' }
    const queryClient = {
      getQueryData: () => {
        enterLife(this)
        return this.isOver ? undefined : user
      },
      getQueryCache: () => ({ subscribe: () => undefined }),
      invalidateQueries: () => whileAlive(this, () => undefined),
    } as unknown as QueryClient
    this.outbox = new Outbox(doorOutbox, user.id, queryClient, {
      put: (entries) =>
        whileAlive(this, () => {
          for (const entry of entries) tablet.stored.set(entry.id, entry)
          return tablet.stored.size
        }),
      remove: (ids) =>
        whileAlive(this, () => {
          for (const id of ids) tablet.stored.delete(id)
          return tablet.stored.size
        }),
      list: () => whileAlive(this, () => [...tablet.stored.values()]),
    })
  }
}

/** A tablet at the door: what it stores outlives the visits. */
class Tablet extends Connection {
  readonly place: Place
  readonly stored = new Map<string, StoredEntry>()
  visit: Visit

  constructor(client: Client, place: Place) {
    super(client)
    this.place = place
    this.visit = this.open()
  }

  open = (): Visit => {
    const visit: Visit[] = []
    // Calls that the outbox begins by itself are of its own life.
    const life = {
      get isOver() {
        return visit[0]?.isOver ?? false
      },
      connection: this,
    }
    visit.push(calling.run(life, () => new Visit(this)))
    return visit[0] as Visit
  }

  async add(entry: StoredEntry): Promise<void> {
    await calling.run(this.visit, () => this.visit.outbox.add([entry]))
  }

  /** Ends the app at whatever it is doing, and opens it again with what it has stored. */
  restart(): void {
    this.visit.isOver = true
    this.visit = this.open()
  }

  resume(): void {
    calling.run(this.visit, () => this.visit.outbox.resume())
  }
}

test('scripts of arrivals, departures and undos on two tablets, with lost answers and restarts, lose and double none', async ({
  platform,
}) => {
  stubBrowser()
  try {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const clients = [await organization.signIn('tenant_admin'), await organization.signIn('tenant_admin')]
    const studentIds: string[] = []
    for (let child = 0; child < CHILDREN; child++) studentIds.push((await buildStudent(platform, organization)).id)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (script) => {
        const begins = platform.clock.now().getTime()
        const { id: sessionId } = await buildSession(platform, organization, {
          startDate: new Date(begins - 60_000).toISOString(),
        })
        for (const studentId of studentIds) await buildParticipant(platform, organization, { sessionId, studentId })
        const path = `/api/sessions/${sessionId}/door`
        const meetingId = (await admin.get(path)).body.meeting.id as string
        const tablets = clients.map((client) => new Tablet(client, { sessionId, meetingId }))
        const events: { id: string; studentId: string; kind: 'in' | 'out'; device: number }[] = []
        const undone = new Set<string>()
        const counts: string[] = []
        let tick = 0
        for (const { device, act } of script) {
          const tablet = tablets[device] as Tablet
          const at = new Date(begins - 50_000 + ++tick * 1000).toISOString()
          const id = randomUUID()
          const base = { id, ...tablet.place, madeAt: at, refusal: '', what: '' }
          if (act === 'count') {
            await tablet.add({ ...base, act: 'head-count', counted: 2 })
            counts.push(id)
          } else if (typeof act === 'object') {
            const studentId = studentIds[act.child] ?? ''
            if (act.kind === 'undo') {
              const last = events.findLast(
                (one) => one.device === device && one.studentId === studentId && !undone.has(one.id),
              )
              if (!last) continue
              undone.add(last.id)
              const madeAt = new Date(Date.now()).toISOString()
              await tablet.add({ ...base, madeAt, act: 'undo', studentId, eventId: last.id })
            } else {
              const { kind } = act
              events.push({ id, studentId, kind, device })
              const by = { kind: 'other', personId: null, name: 'Grandma Rosa' } as const
              const event = { id, studentId, kind, at, by, release: null, isFact: true }
              await tablet.add({ ...base, act: 'event', event })
            }
          } else {
            if (act === 'offline') tablet.isOnline = false
            if (act === 'online') tablet.isOnline = true
            if (act === 'online') tablet.resume()
            if (act === 'lose answer') tablet.losesAnswer = true
            if (act === 'restart') tablet.restart()
            if (act === 'wait') await tablet.wait()
          }
        }
        for (const tablet of tablets) {
          tablet.isOnline = true
          tablet.losesAnswer = false
        }
        await expect
          .poll(() => {
            for (const tablet of tablets) tablet.resume()
            return tablets.map(({ stored }) => stored.size)
          })
          .toEqual(tablets.map(() => 0))
        expect(tablets.map(({ visit }) => visit.outbox.state().refused)).toEqual(tablets.map(() => []))

        const log = (await admin.get(`${path}/log`)).body as DoorLogEntry[]
        const own = log.filter(({ kind }) => kind === 'in' || kind === 'out')
        expect(own.map(({ id }) => id).toSorted()).toEqual(events.map(({ id }) => id).toSorted())
        expect(new Set(own.filter(({ isUndone }) => isUndone).map(({ id }) => id))).toEqual(undone)
        expect(log.filter(({ kind }) => kind === 'undo')).toHaveLength(undone.size)
        const children = (await admin.get(path)).body.children as DoorChild[]
        for (const { studentId, state } of children) {
          const last = events.findLast((one) => one.studentId === studentId && !undone.has(one.id))
          expect(state).toBe(last?.kind ?? 'expected')
        }
      }),
      { numRuns: SCRIPTS, seed: SEED },
    )
  } finally {
    vi.unstubAllGlobals()
  }
}, 1_800_000)

test('an arrival that is made without a connection is sent with those after it by one request', async ({
  platform,
}) => {
  stubBrowser()
  try {
    const { admin, ada, bo, session, path } = await openDoor(platform)
    const meetingId = (await admin.get(path)).body.meeting.id as string
    const tablet = new Tablet(admin, { sessionId: session.id, meetingId })
    tablet.isOnline = false
    for (const { id: studentId } of [ada, bo]) {
      const at = platform.clock.now().toISOString()
      const id = randomUUID()
      const event = { id, studentId, kind: 'in', at, by: null, release: null, isFact: true } as const
      await tablet.add({ id, ...tablet.place, madeAt: at, refusal: '', what: '', act: 'event', event })
    }
    await expect.poll(() => tablet.visit.outbox.state().failure).toBeDefined()
    tablet.calls = 0
    tablet.isOnline = true
    tablet.resume()
    await expect.poll(() => tablet.stored.size).toBe(0)
    expect(tablet.calls).toBe(1)
  } finally {
    vi.unstubAllGlobals()
  }
})

test('entries of a user stay on the device while another user is signed in, and go once their user is back', async ({
  platform,
}) => {
  stubBrowser()
  try {
    const { admin, instructor, ada, session, path } = await openDoor(platform)
    const meetingId = (await admin.get(path)).body.meeting.id as string
    const tablet = new Tablet(instructor, { sessionId: session.id, meetingId })
    // The page is still the instructor's, and the cookie is the admin's, who has signed in in another tab.
    tablet.client = admin
    const at = platform.clock.now().toISOString()
    const base = { ...tablet.place, madeAt: at, refusal: '', what: '' }
    const id = randomUUID()
    const event = { id, studentId: ada.id, kind: 'in', at, by: null, release: null, isFact: false } as const
    await tablet.add({ ...base, id, act: 'event', event })
    await expect.poll(() => tablet.visit.outbox.state().failure).toContain('Another user is signed in')
    await tablet.add({ ...base, id: randomUUID(), act: 'head-count', counted: 1 })
    expect(tablet.visit.outbox.state()).toMatchObject({ refused: [], waiting: [{ id }, { act: 'head-count' }] })
    expect(tablet.stored.size).toBe(2)
    expect((await admin.get(`${path}/log`)).body).toEqual([])
    tablet.client = instructor
    tablet.resume()
    await tablet.visit.outbox.whenSent()
    expect(tablet.stored.size).toBe(0)
    const { firstName, lastName } = instructor.user ?? {}
    expect((await admin.get(`${path}/log`)).body).toMatchObject([{ id, userName: `${firstName} ${lastName}` }])
  } finally {
    vi.unstubAllGlobals()
  }
})

test('a head count goes on once queued arrivals of the device are sent', async ({ platform }) => {
  stubBrowser()
  try {
    const { admin, ada, session, path } = await openDoor(platform)
    const meetingId = (await admin.get(path)).body.meeting.id as string
    const tablet = new Tablet(admin, { sessionId: session.id, meetingId })
    tablet.isOnline = false
    const at = platform.clock.now().toISOString()
    const id = randomUUID()
    const event = { id, studentId: ada.id, kind: 'in', at, by: null, release: null, isFact: true } as const
    await tablet.add({ id, ...tablet.place, madeAt: at, refusal: '', what: '', act: 'event', event })
    let isSent = false
    const sent = tablet.visit.outbox.whenSent().then(() => (isSent = true))
    await expect.poll(() => tablet.visit.outbox.state().failure).toBeDefined()
    expect(isSent).toBe(false)
    tablet.isOnline = true
    tablet.resume()
    await sent
    const count = { id: randomUUID(), counted: 1 }
    expect((await admin.post(`/api/sessions/${session.id}/head-counts`, count)).body).toMatchObject({ hereNow: 1 })
  } finally {
    vi.unstubAllGlobals()
  }
})

test('only an event that the server does not have needs no undo', async ({ platform }) => {
  stubBrowser()
  try {
    const { admin, ada, session, path } = await openDoor(platform)
    const meetingId = (await admin.get(path)).body.meeting.id as string
    const tablet = new Tablet(admin, { sessionId: session.id, meetingId })
    const undo = (sessionId: string): StoredEntry => {
      const made = { id: randomUUID(), madeAt: platform.clock.now().toISOString(), refusal: '', what: '' }
      return { ...made, sessionId, meetingId, act: 'undo', studentId: ada.id, eventId: randomUUID() }
    }
    await tablet.add(undo(session.id))
    await tablet.visit.outbox.whenSent()
    expect(tablet.visit.outbox.state().refused).toEqual([])
    await tablet.add(undo(randomUUID()))
    await tablet.visit.outbox.whenSent()
    expect(tablet.visit.outbox.state().refused).toMatchObject([{ act: 'undo', refusal: 'Meeting not found' }])
    expect((await admin.get(`${path}/log`)).body).toEqual([])
  } finally {
    vi.unstubAllGlobals()
  }
})
