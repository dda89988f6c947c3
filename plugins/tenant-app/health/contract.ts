import { line, text } from '#core/contract/fields.ts'

/** What stands in a student's health in short, by its part. */
export const partFields = {
  notes: { medicalNotes: text(5000) },
  medication: { medication: text(2000) },
  emergency: { emergencyContact: line(200), emergencyPhone: line(50) },
  doctor: { doctorName: line(200), doctorPhone: line(50) },
  insurance: { insuranceCompany: line(200), insuranceNumber: line(100) },
} as const

/** Every call that keeps something of a student's health leaves this, which tells of whom and never what. */
export const HEALTH_CHANGED = 'health.changed'
