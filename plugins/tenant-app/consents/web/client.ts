import { createClient } from '#core/web/client.ts'
import { consentsContract } from '../contract.ts'
import { studentConsentsContract } from '../student-contract.ts'

export const consentsApi = createClient(consentsContract)
export const studentConsentsApi = createClient(studentConsentsContract)

/** What a changed consent or an answer shows in: below students their documents and accounts too, and the portal. */
export const consentReads = [consentsApi.listConsents.key(), ['api', 'students'], ['api', 'children']]
