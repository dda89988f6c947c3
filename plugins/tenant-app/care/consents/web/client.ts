import { createClient } from '#core/web/client.ts'
import { consentsContract } from '../contract.ts'
import { studentConsentsContract } from '../student-contract.ts'

export const consentsApi = createClient(consentsContract)
export const studentConsentsApi = createClient(studentConsentsContract)

/** Queries that show a changed consent or answer: students with their documents and accounts, and the portal. */
export const consentReads = [consentsApi.listConsents.key(), ['api', 'students'], ['api', 'children']]
