import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import type { Client, TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import type { Audience } from '../messages/audience-contract.ts'
import type { Message } from '../messages/contract.ts'
import { UNDO_SECONDS } from '../messages/contract.ts'
import { sendMessages } from '../messages/server/dispatch.ts'

type Rules = Partial<Omit<Audience, 'any'>> & Pick<Audience, 'any'>

/** Returns an announcement to families in the form that the compose page sends. */
export const announcement = (audience: Rules, more: object = {}) => ({
  subject: 'Bring a lunch',
  body: 'Please pack a lunch for {child}.',
  audience,
  ...more,
})

/** Drafts an announcement. */
export const draftMessage = (by: Client, audience: Rules, more: object = {}): Promise<Message> =>
  create<Message>(by, '/api/messages', announcement(audience, more))

/** Runs the job of an organization until no message is due. */
export async function workMessages(
  { core }: Pick<TestPlatform, 'core'>,
  { id }: Pick<TestOrganization, 'id'>,
  runs = 3,
) {
  for (let run = 0; run < runs; run++) await sendMessages.perform(core, id, {})
}

/** Time zones without daylight saving, five hours apart. */
const zones = ['Pacific/Honolulu', 'America/Lima', 'UTC', 'Asia/Karachi', 'Pacific/Guam']

/** Finds a time zone in which it is day by the platform's clock: at night, announcements wait for the morning. */
function findDayZone({ clock }: Pick<TestPlatform, 'clock'>): string {
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(clock.now()))
  const found = zones.find((zone) => hourIn(zone) >= 8 && hourIn(zone) < 18)
  if (!found) throw new Error('There is no zone with day')
  return found
}

/** Gives an organization a time zone in which it is day, by its admin. */
export async function setDaytime(platform: Pick<TestPlatform, 'clock'>, by: Client): Promise<void> {
  expect(await by.put('/api/tenant/settings', { timeZone: findDayZone(platform) })).toMatchObject({ status: 200 })
}

/** Sends a draft and moves the clock past the time to undo it. */
export async function sendNow(
  platform: TestPlatform,
  organization: TestOrganization,
  by: Client,
  id: string,
  body: object = {},
): Promise<void> {
  expect(await by.post(`/api/messages/${id}/sending`, body)).toMatchObject({ status: 200 })
  platform.clock.forward(UNDO_SECONDS * 1000)
  await workMessages(platform, organization)
}
