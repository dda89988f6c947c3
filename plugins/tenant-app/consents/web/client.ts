import { createClient } from '#core/web/client.ts'
import { consentsContract } from '../contract.ts'
import { studentConsentsContract } from '../student-contract.ts'

export const consentsApi = createClient(consentsContract)
export const studentConsentsApi = createClient(studentConsentsContract)

/** What a changed consent shows in. */
export const consentReads = [consentsApi.listConsents.key()]
