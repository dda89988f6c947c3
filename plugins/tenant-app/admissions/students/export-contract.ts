import { endpoint } from '#core/contract/endpoint.ts'
import { tableQuery } from '#core/contract/table-format.ts'
import { admins, studentFilters } from '../../contract.ts'

/** The list of students as a file; `imports` writes it, in the columns that an import reads. */
export const exportContract = {
  exportStudents: endpoint({
    method: 'GET',
    path: '/api/students/export',
    summary:
      'Students, filtered as in their list, with up to two guardians each as CSV or XLSX for an import; no health',
    audit: 'students.exported',
    access: admins,
    query: tableQuery.extend(studentFilters.shape),
    response: 'file',
  }),
}
