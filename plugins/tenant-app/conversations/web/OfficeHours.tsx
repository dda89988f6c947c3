import { useQuery } from '@tanstack/react-query'
import * as styles from './Thread.css.ts'
import { conversationsApi } from './client.ts'

/** Says when staff answer, outside of these hours. */
export function OfficeHours() {
  const { data } = useQuery(conversationsApi.getOfficeHours())
  return <p className={styles.note}>{data && !data.isOpen ? data.sentence : ''}</p>
}
