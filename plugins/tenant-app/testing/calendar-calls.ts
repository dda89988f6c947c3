import type { Call, Calls, World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'

async function makeSubscribed(
  { organization }: World,
  of: 'me' | 'organization',
): Promise<{ by: Client; file: string }> {
  const by = await organization.signIn('tenant_admin')
  const { body } = await by.post(`/api/calendar/feeds/${of}`)
  return { by, file: new URL(body.url).pathname.split('/').at(-1) ?? '' }
}

const makeRenewal = async ({ organization }: World): Promise<Call> => ({
  by: await organization.signIn('tenant_admin'),
  resource: 'calendar-feed',
})

const makeRevocation = (of: 'me' | 'organization') => async (world: World) => ({
  by: (await makeSubscribed(world, of)).by,
  resource: 'calendar-feed',
})

/** A call of each calendar endpoint that changes data or takes an id. */
export const calendarCalls: Calls = {
  'POST /api/calendar/feeds/me': makeRenewal,
  'DELETE /api/calendar/feeds/me': makeRevocation('me'),
  'POST /api/calendar/feeds/organization': makeRenewal,
  'DELETE /api/calendar/feeds/organization': makeRevocation('organization'),
  'GET /api/calendar/{file}': async (world) => {
    const { by, file } = await makeSubscribed(world, 'me')
    return { by, params: [file] }
  },
}
