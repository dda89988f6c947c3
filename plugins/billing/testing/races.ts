import type { Races } from '#core/testing/races.ts'
import { planRaces } from './races/plans.ts'
import { subscriptionRaces } from './races/subscriptions.ts'

/** A race for each lock of the plugin. */
export const races: Races = { ...planRaces, ...subscriptionRaces }
