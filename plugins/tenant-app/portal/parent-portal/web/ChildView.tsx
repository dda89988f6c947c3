import { useQuery } from '@tanstack/react-query'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { Contributions } from '#core/web/shell/Contributions.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { childSections } from '../../../shared/web/slots.ts'
import type { Child } from '../../../base/families/contract.ts'
import { groupsApi } from '../../../base/groups/web/client.ts'
import { groupText } from '../../../base/groups/web/groupLabels.ts'
import * as styles from './ChildView.css.ts'

/** Shows one child's sections of the portal. */
export function ChildView({ child: { id, firstName, lastName, grade, isActive } }: { child: Child }) {
  const { data: groups = [] } = useQuery(groupsApi.listStudentGroups({ params: { id } }))
  const about = [
    ...(grade ? [`Grade ${grade}`] : []),
    ...(groups.length > 0 ? [`Groups: ${groups.map(groupText).join('; ')}`] : []),
    ...(isActive ? [] : ['No longer taking part']),
  ]
  return (
    <Stack>
      <div>
        <h2 className={styles.name}>
          <PersonName name={`${firstName} ${lastName}`} />
        </h2>
        {about.length > 0 && <p className={styles.about}>{about.join(' · ')}</p>}
      </div>
      <Contributions to={childSections} props={{ studentId: id, firstName }} fallback={<Skeleton height={300} />} />
    </Stack>
  )
}
