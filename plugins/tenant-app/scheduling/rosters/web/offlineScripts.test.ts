import fc from 'fast-check'
import { afterEach, expect, vi } from 'vitest'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { currentNotification, dismissNotification } from '#core/web/ui/feedback/notificationQueue.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildSession, buildStudent } from '../../../testing/factories.ts'
import { calling, Connection, enterLife, stubBrowser, whileAlive, type Life } from '../../../testing/offline.ts'
import { attendances, type Attendance, type Participant } from '../contract.ts'
import { MarkQueue } from './markQueue.ts'
import type { StoredMark } from './storedMark.ts'

const test = pluginTest([tenantApp])

const SCRIPTS = Number(process.env['OFFLINE_SCRIPTS'] ?? 60)
const SEED = Number(process.env['OFFLINE_SEED'] ?? 833_497)

afterEach(() => {
  // The queue belongs to the process, which runs other files next.
  for (let one = currentNotification(); one; one = currentNotification()) dismissNotification(one.id)
})

const DEVICES = 2
const CHILDREN = 3

const step = fc.record({
  device: fc.nat(DEVICES - 1),
  act: fc.oneof(
    { weight: 6, arbitrary: fc.record({ child: fc.nat(CHILDREN - 1), mark: fc.constantFrom(...attendances) }) },
    { weight: 5, arbitrary: fc.constantFrom('offline', 'online', 'lose answer', 'restart', 'wait', 'read') },
  ),
})

interface Meeting {
  sessionId: string
  meetingId: string
}

/** One life of the app on a device. */
class Visit implements Life {
  isOver = false
  readonly queue: MarkQueue
  readonly connection: Device

  constructor(device: Device) {
    this.connection = device
    const alive = async <Result>(act: () => Result | Promise<Result>) => whileAlive(this, act)
    this.queue = new MarkQueue(device.meeting, {
      makerId: this.connection.client.user?.id ?? '',
      isMarkers: () => {
        enterLife(this)
        return !this.isOver
      },
      refresh: () => alive(() => device.read()),
      store: {
        put: (marks) =>
          alive(() => {
            for (const mark of marks) device.stored.set(mark.id, mark)
            return device.stored.size
          }),
        remove: (ids) =>
          alive(() => {
            for (const id of ids) device.stored.delete(id)
            return device.stored.size
          }),
        list: () => alive(() => [...device.stored.values()]),
      },
    })
  }
}

/** A phone of an instructor: what it stores outlives the visits. */
class Device extends Connection {
  readonly meeting: Meeting
  readonly stored = new Map<string, StoredMark>()
  /** Last mark of each child: its id, and what it says. */
  readonly last = new Map<string, { id: string; mark: Attendance }>()
  readonly made = new Set<string>()
  roster: Participant[] = []
  visit: Visit

  constructor(client: Client, meeting: Meeting) {
    super(client)
    this.meeting = meeting
    this.visit = new Visit(this)
  }

  async read(): Promise<void> {
    if (!this.isOnline) return
    const { sessionId, meetingId } = this.meeting
    this.roster = (await this.client.get(`/api/sessions/${sessionId}/participants?meeting=${meetingId}`))
      .body as Participant[]
  }

  mark(studentId: string, mark: Attendance): void {
    const student = this.roster.find((one) => one.studentId === studentId)
    if (!student) throw new Error('Not on the roster')
    calling.run(this.visit, () => this.visit.queue.mark([student], mark))
    const id = this.visit.queue.state().unsaved.get(studentId)?.id ?? ''
    this.last.set(studentId, { id, mark })
    this.made.add(id)
  }

  /** Ends the app at any point, and opens it again with its storage. */
  restart(): void {
    this.visit.isOver = true
    this.visit.queue.discard()
    this.visit = new Visit(this)
    calling.run(this.visit, () => this.visit.queue.restore([...this.stored.values()]))
  }

  resume(): void {
    calling.run(this.visit, () => this.visit.queue.resume())
  }
}

/** Creates a session that begins now; by its factory, since plans limit the number of new sessions. */
async function makeMeeting(
  platform: TestPlatform,
  organization: TestOrganization,
  { admin, studentIds }: { admin: Client; studentIds: readonly string[] },
): Promise<Meeting> {
  const startDate = platform.clock.now().toISOString()
  const { id: sessionId } = await buildSession(platform, organization, { startDate })
  await admin.post(`/api/sessions/${sessionId}/participants`, { studentIds })
  const [meeting] = (await admin.get(`/api/sessions/${sessionId}/meetings`)).body as { id: string }[]
  return { sessionId, meetingId: meeting?.id ?? '' }
}

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function perform(device: Device, act: Step['act'], studentIds: readonly string[]): Promise<void> {
  if (typeof act === 'object') return device.mark(studentIds[act.child] ?? '', act.mark)
  if (act === 'offline') device.isOnline = false
  if (act === 'online') device.isOnline = true
  if (act === 'online') device.resume()
  if (act === 'lose answer') device.losesAnswer = true
  if (act === 'restart') device.restart()
  if (act === 'read') await device.read()
  if (act === 'wait') await device.wait()
}

test('scripts of attendance on two devices, with lost answers and restarts, lose no record and save none twice', async ({
  platform,
}) => {
  stubBrowser()
  try {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const clients = [await organization.signIn('tenant_admin'), await organization.signIn('instructor')]
    const studentIds: string[] = []
    for (let child = 0; child < CHILDREN; child++) studentIds.push((await buildStudent(platform, organization)).id)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (script) => {
        const meeting = await makeMeeting(platform, organization, { admin, studentIds })
        const devices = clients.map((client) => new Device(client, meeting))
        for (const device of devices) await device.read()
        for (const { device, act } of script) await perform(devices[device] as Device, act, studentIds)
        for (const device of devices) {
          device.isOnline = true
          device.losesAnswer = false
        }
        await expect
          .poll(() => {
            for (const device of devices) device.resume()
            return devices.map(({ visit, stored }) => [visit.queue.state().unsaved.size, stored.size])
          })
          .toEqual(devices.map(() => [0, 0]))

        const { body } = await admin.get(`/api/sessions/${meeting.sessionId}/attendance`)
        const log = body as { id: string; studentId: string; mark: Attendance; isOverruled: boolean }[]
        const made = new Set(devices.flatMap((device) => [...device.made]))
        expect(new Set(log.map(({ id }) => id)).size, 'doubled').toBe(log.length)
        for (const { id } of log) expect(made.has(id), 'of no tap').toBe(true)
        for (const device of devices) {
          for (const [studentId, { id, mark }] of device.last) {
            const own = log.filter((entry) => entry.studentId === studentId)
            // An equal record by the other device counts too.
            const isThere = own.some((entry) => entry.id === id || (entry.mark === mark && !entry.isOverruled))
            expect(isThere, `lost ${mark}`).toBe(true)
          }
        }
        const roster = (await admin.get(`/api/sessions/${meeting.sessionId}/participants`)).body as Participant[]
        for (const { studentId, attendance } of roster) {
          const said = devices.flatMap((device) => device.last.get(studentId)?.mark ?? [])
          const all = log.filter((entry) => entry.studentId === studentId).map((entry) => entry.mark)
          expect(said.length === 0 ? [null] : all, 'standing').toContain(attendance)
        }
        for (const device of devices) device.visit.queue.discard()
      }),
      { numRuns: SCRIPTS, seed: SEED },
    )
  } finally {
    vi.unstubAllGlobals()
  }
}, 1_800_000)

test('24 records made offline are sent by one request once the connection is back', async ({ platform }) => {
  stubBrowser()
  try {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const studentIds: string[] = []
    for (let child = 0; child < 24; child++) studentIds.push((await buildStudent(platform, organization)).id)
    const device = new Device(admin, await makeMeeting(platform, organization, { admin, studentIds }))
    await device.read()
    device.isOnline = false
    for (const studentId of studentIds) device.mark(studentId, 'present')
    await expect.poll(() => device.visit.queue.state().failure).toBeDefined()
    device.calls = 0
    device.isOnline = true
    device.resume()
    await expect.poll(() => device.stored.size).toBe(0)
    expect(device.calls).toBe(1)
    device.visit.queue.discard()
  } finally {
    vi.unstubAllGlobals()
  }
})

test('a record of a student who was removed meanwhile stays on the device with the reason, until it is discarded', async ({
  platform,
}) => {
  stubBrowser()
  try {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const studentIds: string[] = []
    for (let child = 0; child < CHILDREN; child++) studentIds.push((await buildStudent(platform, organization)).id)
    const meeting = await makeMeeting(platform, organization, { admin, studentIds })
    const device = new Device(admin, meeting)
    await device.read()
    device.isOnline = false
    for (const studentId of studentIds) device.mark(studentId, 'present')
    await expect.poll(() => device.visit.queue.state().failure).toBeDefined()
    const [removed, ...others] = studentIds
    const path = `/api/sessions/${meeting.sessionId}`
    expect((await admin.delete(`${path}/participants/${removed}`)).status).toBeLessThan(300)
    device.isOnline = true
    device.resume()
    const refused = () => device.visit.queue.state().refused.map(({ mark, refusal }) => [mark, refusal])
    const expected = [['present', 'The student is no longer in this session.']]
    await expect.poll(refused).toEqual(expected)
    const saved = (await admin.get(`${path}/attendance`)).body as { studentId: string }[]
    expect(saved.map(({ studentId }) => studentId).toSorted()).toEqual(others.toSorted())
    await expect.poll(() => [...device.stored.values()].map(({ mark }) => mark.studentId)).toEqual([removed])
    device.restart()
    expect(refused()).toEqual(expected)
    device.visit.queue.discardRefused()
    await expect.poll(() => device.stored.size).toBe(0)
    device.visit.queue.discard()
  } finally {
    vi.unstubAllGlobals()
  }
})
