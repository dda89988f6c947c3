import { useQuery } from '@tanstack/react-query'
import { countText } from '#core/contract/count-text.ts'
import { PageLink } from '#core/web/links.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { familiesApi } from './client.ts'

/** Says how many families cannot answer, since none of their guardians has an account. */
export function UnreachedFamilies() {
  const { data } = useQuery(familiesApi.countUnreached())
  if (!data?.families) return null
  return (
    <Banner tone="warn">
      {countText(data.families, 'student')} {data.families === 1 ? 'has' : 'have'} no guardian with an account to
      answer.{' '}
      <PageLink to="/students" search={{ invite: true }}>
        Invite guardians
      </PageLink>
    </Banner>
  )
}
