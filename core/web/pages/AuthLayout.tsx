import { useContext, useEffect } from 'react'
import type { ReactNode } from 'react'
import { BarChart3, Building2, CalendarDays, HeartHandshake, ShieldCheck, Trophy } from 'lucide-react'
import { brand, tenantBrand } from '#config/brand.ts'
import { t } from '../text.ts'
import { usePlatform } from '../session.ts'
import { Brand } from '../shell/Brand.tsx'
import { LanguageLinks } from '../shell/LanguageLinks.tsx'
import { ThemeSwitch } from '../shell/ThemeSwitch.tsx'
import { OfflineBanner } from '../ui/feedback/OfflineBanner.tsx'
import { ProductNameContext } from '../ui/theme/product.ts'
import * as styles from './AuthLayout.css.ts'

interface AuthLayoutProps {
  title: string
  subtitle?: ReactNode
  children: ReactNode
}

/** The pages before signing in: the form, and beside it where there is room what this place is. */
export function AuthLayout({ title, subtitle, children }: AuthLayoutProps) {
  const product = useContext(ProductNameContext)
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title, product])
  return (
    <div className={styles.screen}>
      <div className={styles.formSide}>
        <header className={styles.header}>
          <Brand />
          <ThemeSwitch />
        </header>
        <main className={styles.main}>
          <div className={styles.titles}>
            <h1>{title}</h1>
            {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
          </div>
          <OfflineBanner />
          {children}
          <LanguageLinks />
        </main>
      </div>
      <BrandSide />
    </div>
  )
}

const icons = {
  platform: [Building2, BarChart3, ShieldCheck],
  tenant: [CalendarDays, Trophy, HeartHandshake],
}

function BrandSide() {
  const { app } = usePlatform()
  const { headline, introduction, features, figures } = app === 'platform' ? brand : tenantBrand
  return (
    <aside className={styles.brandSide} aria-label={t('About this platform')}>
      <Trellis />
      <div className={styles.brandContent}>
        <h2 className={styles.headline}>{headline}</h2>
        <p className={styles.introduction}>{introduction}</p>
        <ul className={styles.features}>
          {features.map(({ title, text }, index) => {
            const Icon = icons[app][index] ?? Building2
            return (
              <li key={title} className={styles.feature}>
                <span className={styles.featureIcon}>
                  <Icon size={18} aria-hidden />
                </span>
                <div>
                  <h3 className={styles.featureTitle}>{title}</h3>
                  <p className={styles.featureText}>{text}</p>
                </div>
              </li>
            )
          })}
        </ul>
        {figures.length > 0 && (
          <dl className={styles.figures}>
            {figures.map(({ value, label }) => (
              <div key={label} className={styles.figure}>
                <dt className={styles.figureLabel}>{label}</dt>
                <dd className={styles.figureValue}>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </aside>
  )
}

/** The mark, grown large: slats, and something that climbs along the edge. */
function Trellis() {
  return (
    <svg className={styles.pattern} viewBox="0 0 600 600" aria-hidden="true" preserveAspectRatio="xMaxYMid slice">
      <g fill="none" stroke="currentColor">
        {[60, 180, 300, 420, 540].map((at) => (
          <path key={at} d={`M${String(at)} 0V600M0 ${String(at)}H600`} strokeOpacity=".14" strokeWidth="1.2" />
        ))}
        <path
          d="M480 600c0-70 60-70 60-150s-60-80-60-150 60-70 60-150-60-70-60-150"
          strokeOpacity=".5"
          strokeWidth="2.4"
        />
      </g>
      <g fill="currentColor" fillOpacity=".75">
        <circle cx="540" cy="450" r="5" />
        <circle cx="480" cy="300" r="5" />
        <circle cx="540" cy="150" r="5" />
      </g>
    </svg>
  )
}
