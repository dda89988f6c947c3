import type { Races } from '#core/testing/races.ts'
import { challengeRaces } from './races/challenges.ts'
import { consentRaces } from './races/consents.ts'
import { doorRaces } from './races/door.ts'
import { erasureRaces } from './races/erasure.ts'
import { exportRaces } from './races/exports.ts'
import { familyRaces } from './races/families.ts'
import { groupRaces } from './races/groups.ts'
import { healthRaces } from './races/health.ts'
import { incidentRaces } from './races/incidents.ts'
import { importRaces } from './races/imports.ts'
import { kioskRaces } from './races/kiosk.ts'
import { leaderboardRaces } from './races/leaderboard.ts'
import { letterRaces } from './races/letters.ts'
import { mediaRaces } from './races/media.ts'
import { conversationRaces } from './races/conversations.ts'
import { messageRaces } from './races/messages.ts'
import { noticeRaces } from './races/notices.ts'
import { peopleRaces } from './races/people.ts'
import { projectRaces } from './races/projects.ts'
import { rosterRaces } from './races/rosters.ts'
import { seriesRaces } from './races/series.ts'
import { sessionRaces } from './races/sessions.ts'
import { sampleDataRaces } from './races/sample-data.ts'
import { settingsRaces } from './races/settings.ts'
import { studentRaces } from './races/students.ts'

/** A race for each lock of the plugin. */
export const races: Races = {
  ...challengeRaces,
  ...consentRaces,
  ...doorRaces,
  ...erasureRaces,
  ...exportRaces,
  ...familyRaces,
  ...groupRaces,
  ...healthRaces,
  ...incidentRaces,
  ...importRaces,
  ...kioskRaces,
  ...leaderboardRaces,
  ...letterRaces,
  ...mediaRaces,
  ...conversationRaces,
  ...messageRaces,
  ...noticeRaces,
  ...peopleRaces,
  ...projectRaces,
  ...rosterRaces,
  ...seriesRaces,
  ...sessionRaces,
  ...sampleDataRaces,
  ...settingsRaces,
  ...studentRaces,
}

/** Locks of the plugin that cannot be raced, with the reason. */
export const exempt: Record<string, string> = {
  'plugins/tenant-app/portal/sample-data/server/sample-data.ts selectSessionsWithSampleStudents':
    'It keeps two from waiting for each other: promotion takes the same locks, later',
}
