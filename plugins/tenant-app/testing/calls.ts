import type { Client } from '#core/testing/harness.ts'
import { calendarCalls } from './calendar-calls.ts'
import { challengeCalls } from './challenge-calls.ts'
import { digestCalls } from './digest-calls.ts'
import { consentCalls } from './consent-calls.ts'
import { doorCalls } from './door-calls.ts'
import { exportCalls } from './export-calls.ts'
import { erasureCalls } from './erasure-calls.ts'
import { groupCalls } from './group-calls.ts'
import { incidentCalls } from './incident-calls.ts'
import { healthCalls } from './health-calls.ts'
import { familyCalls } from './family-calls.ts'
import { kioskCalls } from './kiosk-calls.ts'
import { leaderboardCalls } from './leaderboard-calls.ts'
import { create, randomText, type Calls, type World } from '#core/testing/calls.ts'
import { letterCalls } from './letter-calls.ts'
import { mediaCalls } from './media-calls.ts'
import { ownPageCalls } from './own-page-calls.ts'
import { conversationCalls } from './conversation-calls.ts'
import { messageCalls } from './message-calls.ts'
import { noticeCalls } from './notice-calls.ts'
import { peopleCalls } from './people-calls.ts'
import { projectCalls } from './project-calls.ts'
import { reportCalls } from './report-calls.ts'
import { sampleCalls } from './sample-calls.ts'
import { rosterCalls } from './roster-calls.ts'
import { seriesCalls } from './series-calls.ts'
import { importCalls } from './import-calls.ts'
import { studentCalls } from './student-calls.ts'

interface Scheduled {
  by: Client
  id: string
  instructorId: string
}

async function makeScheduled(world: World): Promise<Scheduled> {
  const by = await world.organization.signIn('tenant_admin')
  const { id: instructorId } = await world.organization.user('instructor')
  const { id } = await create<{ id: string }>(by, '/api/sessions', session())
  return { by, id, instructorId }
}

const session = () => ({ name: randomText(), startDate: '2031-05-06T07:00:00Z', endDate: '2031-05-06T08:00:00Z' })

/** A call of each endpoint that changes data or takes an id. */
export const calls: Calls = {
  ...groupCalls,
  ...healthCalls,
  ...incidentCalls,
  ...digestCalls,
  'POST /api/sessions': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { ...session(), instructorId: (await organization.user('instructor')).id },
    resource: 'session',
  }),
  'GET /api/sessions/{id}': async (world) => {
    const { by, id } = await makeScheduled(world)
    return { by, params: [id] }
  },
  'PUT /api/sessions/{id}': async (world) => {
    const { by, id, instructorId } = await makeScheduled(world)
    return { by, params: [id], body: { name: randomText(), instructorId }, resource: 'session', resourceId: id }
  },
  ...ownPageCalls,
  ...peopleCalls,
  ...erasureCalls,
  ...projectCalls,
  ...rosterCalls,
  ...doorCalls,
  ...kioskCalls,
  ...calendarCalls,
  ...challengeCalls,
  ...seriesCalls,
  ...noticeCalls,
  ...studentCalls,
  ...importCalls,
  ...exportCalls,
  ...consentCalls,
  ...familyCalls,
  ...leaderboardCalls,
  ...letterCalls,
  ...sampleCalls,
  ...mediaCalls,
  ...conversationCalls,
  ...messageCalls,
  ...reportCalls,
  'PUT /api/tenant/settings': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { name: `School ${randomText()}` },
    resource: 'tenant',
    resourceId: organization.id,
  }),
}
