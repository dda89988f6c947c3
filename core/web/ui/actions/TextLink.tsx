import { Link } from 'react-aria-components/Link'
import type { LinkProps } from 'react-aria-components/Link'
import { composeRenderProps } from 'react-aria-components/composeRenderProps'
import * as styles from './TextLink.css.ts'

/** A link in text; underlined inside a paragraph. */
export function TextLink(props: LinkProps) {
  return (
    <Link
      {...props}
      className={composeRenderProps(props.className, (className) => [styles.link, className].filter(Boolean).join(' '))}
    />
  )
}
