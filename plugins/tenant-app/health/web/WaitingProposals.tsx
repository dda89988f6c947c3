import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#core/web/links.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { healthApi } from './client.ts'

/** How many students the banner names. */
const NAMED = 5

/** On the start page, while guardians' proposals wait: whose they are, and where they are answered. */
export function WaitingProposals() {
  const { data = [] } = useQuery(healthApi.listHealthProposals({ query: {} }))
  const students = [...new Map(data.map(({ studentId, studentName }) => [studentId, studentName]))]
  if (students.length === 0) return null
  return (
    <Banner tone="warn" title="Guardians propose changes of health data">
      {students.slice(0, NAMED).map(([id, name], index) => (
        <span key={id}>
          {index > 0 && ', '}
          <PageLink to="/students/$id" params={{ id }} search={{ tab: 'health' }}>
            {name}
          </PageLink>
        </span>
      ))}
      {students.length > NAMED && ` and ${students.length - NAMED} more`}
    </Banner>
  )
}
