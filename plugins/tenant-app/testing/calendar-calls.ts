import type { Call, Calls, World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'

async function subscribed({ organization }: World, of: 'me' | 'organization'): Promise<{ by: Client; file: string }> {
  const by = await organization.signIn('tenant_admin')
  const { body } = await by.post(`/api/calendar/feeds/${of}`)
  return { by, file: new URL(body.url).pathname.split('/').at(-1) ?? '' }
}

const renewing = async ({ organization }: World): Promise<Call> => ({
  by: await organization.signIn('tenant_admin'),
  resource: 'calendar-feed',
})

const revoking = (of: 'me' | 'organization') => async (world: World) => ({
  by: (await subscribed(world, of)).by,
  resource: 'calendar-feed',
})

/** A call of each endpoint of calendars that changes something or takes an id. */
export const calendarCalls: Calls = {
  'POST /api/calendar/feeds/me': renewing,
  'DELETE /api/calendar/feeds/me': revoking('me'),
  'POST /api/calendar/feeds/organization': renewing,
  'DELETE /api/calendar/feeds/organization': revoking('organization'),
  'GET /api/calendar/{file}': async (world) => {
    const { by, file } = await subscribed(world, 'me')
    return { by, params: [file] }
  },
}
