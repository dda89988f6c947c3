import type { Races } from '#core/testing/races.ts'
import { fileRaces } from './races/files.ts'
import { identityRaces } from './races/identity.ts'
import { limitRaces } from './races/limits.ts'
import { mailRaces } from './races/mail.ts'
import { pushRaces } from './races/push.ts'
import { webhookRaces } from './races/webhooks.ts'
import { settingsRaces } from './races/settings.ts'
import { startRaces } from './races/starts.ts'

/** A race for each lock of the core. */
export const races: Races = {
  ...fileRaces,
  ...identityRaces,
  ...limitRaces,
  ...mailRaces,
  ...pushRaces,
  ...webhookRaces,
  ...settingsRaces,
  ...startRaces,
}

/** Locks of the core that cannot be raced, with the reason. */
export const exempt: Record<string, string> = {
  'core/server/webhooks/announce.ts insertMessages':
    'Its events belong to plugins; core/server/webhooks/webhooks.test.ts deletes a webhook meanwhile',
  'core/server/files/move-images.ts lockTenantOfImage':
    'It keeps two from waiting for each other: the insert that follows takes the same lock, later',
}
