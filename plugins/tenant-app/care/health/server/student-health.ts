import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'

const day = z.string().nullable()

const studentHealth = z.object({
  id: z.uuid(),
  studentId: z.uuid(),
  responseLine: z.string(),
  medicalNotes: z.string(),
  medication: z.string(),
  emergencyContact: z.string(),
  emergencyPhone: z.string(),
  doctorName: z.string(),
  doctorPhone: z.string(),
  insuranceCompany: z.string(),
  insuranceNumber: z.string(),
  /** Days on which somebody last said that a part is right. */
  alertCheckedOn: day,
  notesCheckedOn: day,
  medicationCheckedOn: day,
  emergencyCheckedOn: day,
  doctorCheckedOn: day,
  insuranceCheckedOn: day,
  conditionsCheckedOn: day,
  /** The day on which guardians were last asked by mail whether everything still holds. */
  askedOn: day,
  /** null until something is kept: the row comes with the first proposal or question, too. */
  updatedAt: z.string().nullable(),
})

/** A student's health in short; allergies and conditions are rows of their own. A student may have none. */
export class StudentHealthModel extends tableModel('student_health', studentHealth) {}
