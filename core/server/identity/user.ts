import { z } from 'zod'
import { roles } from '#core/contract/roles.ts'
import { tableModel } from '../database/model.ts'

const user = z.object({
  id: z.uuid(),
  /** null: of the platform. */
  tenantId: z.uuid().nullable(),
  /** null: kept without one, or a student who signs in by name. */
  email: z.string().nullable(),
  username: z.string(),
  /** null: cannot sign in. */
  passwordHash: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  /** null: by first name. */
  calledName: z.string().nullable(),
  /** null: not chosen yet. */
  language: z.string().nullable(),
  requestedFirstName: z.string().nullable(),
  requestedLastName: z.string().nullable(),
  nameRequestedAt: z.string().nullable(),
  role: z.enum(roles),
  isActive: z.boolean(),
  mustChangePassword: z.boolean(),
  mustGiveName: z.boolean(),
  passwordExpiresAt: z.string().nullable(),
  /** Time at which the password was chosen by a link emailed to the address; null: others may know it, as staff who gave it. */
  passwordProvenAt: z.string().nullable(),
  emailVerifiedAt: z.string().nullable(),
  secondFactorDeclinedAt: z.string().nullable(),
  lastLoginAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export class UserModel extends tableModel('users', user) {}
