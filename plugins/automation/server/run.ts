import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { automationRun } from '../contract.ts'

/** A run of the cycle: one that was killed has no end. */
export class RunModel extends tableModel('automation_runs', automationRun.extend({ id: z.uuid() })) {}
