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
  /** Days on which a user last confirmed each part. */
  alertCheckedOn: day,
  notesCheckedOn: day,
  medicationCheckedOn: day,
  emergencyCheckedOn: day,
  doctorCheckedOn: day,
  insuranceCheckedOn: day,
  conditionsCheckedOn: day,
  /** Day on which guardians were last emailed to check the data. */
  askedOn: day,
  /** null until data is saved: the row also comes with the first proposal or email. */
  updatedAt: z.string().nullable(),
})

/** A student's health; allergies and conditions have their own rows. A student may have none. */
export class StudentHealthModel extends tableModel('student_health', studentHealth) {}
