import { definePlace } from '#core/web/plugin.ts'
import type { Guardian } from '../contract.ts'

export interface GuardianPartProps {
  studentId: string
  guardian: Guardian
}

/** Parts that other features add to a guardian on a student's page. */
export const guardianParts = definePlace<object, GuardianPartProps>('guardian parts')

/** Sections below a student's guardians. */
export const guardiansSections = definePlace<object, { studentId: string }>('guardians sections')
