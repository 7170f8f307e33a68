import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** From the lightest to the darkest. */
const PETROL: MantineColorsTuple = [
  ...(['#eaf6f7', '#d3eaec', '#a5d5d9', '#74bfc6', '#4dadb6', '#35a2ac'] as const),
  ...(['#1d8e99', '#0f7480', '#0a606a', '#064b53'] as const),
];

/** Dense, as for people who have it open all day. */
export const theme = createTheme({
  primaryColor: 'petrol',
  colors: { petrol: PETROL },
  // White on it can be read in both schemes.
  primaryShade: { light: 7, dark: 7 },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: { fontWeight: '600' },
  components: {
    Button: { defaultProps: { size: 'xs' } },
    // A title of a dialog is no banner of the page.
    Modal: { defaultProps: { attributes: { header: { role: 'none' } } } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
  },
});

/** The variables by which the console's own styles go; every text among them has a contrast of 4.5 to what is behind it. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--row': '36px', '--nav': '208px' },
  light: {
    '--ground': '#ffffff',
    '--ground-side': '#f6f7f8',
    '--ground-hover': '#eef1f2',
    '--ground-chosen': '#e2eff0',
    '--line': '#e1e5e8',
    '--ink': '#1b2327',
    '--ink-quiet': '#59656b',
    '--accent': '#0a606a',
    '--good': '#1f6f3d',
    '--warn': '#8a5300',
    '--bad': '#b3261e',
    '--ground-warn': '#fff4de',
    '--ground-bad': '#fdecea',
    '--mantine-color-dimmed': '#59656b',
    '--mantine-color-placeholder': '#66727a',
    '--mantine-color-text': '#1b2327',
    '--mantine-color-error': '#b3261e',
  },
  dark: {
    '--ground': '#14191b',
    '--ground-side': '#101415',
    '--ground-hover': '#1e2527',
    '--ground-chosen': '#173034',
    '--line': '#2a3235',
    '--ink': '#e4e9eb',
    '--ink-quiet': '#9aa7ad',
    '--accent': '#74bfc6',
    '--good': '#7cc796',
    '--warn': '#e6b566',
    '--bad': '#f2958e',
    '--ground-warn': '#2d2412',
    '--ground-bad': '#331a18',
    '--mantine-color-body': '#14191b',
    '--mantine-color-dimmed': '#9aa7ad',
    '--mantine-color-placeholder': '#8c999f',
    '--mantine-color-text': '#e4e9eb',
    '--mantine-color-error': '#f2958e',
  },
});
