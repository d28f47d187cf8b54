/**
 * What makes a course somebody's own. The name stands in titles, on the certificate and in the footer; `logo.svg` and `colors.css` lie beside
 * this file, and the browser tab's icon is `public/favicon.svg`.
 */
export const brand = {
  name: 'Converge',
  /** After the name, in the title of the home page. */
  promise: 'learn the Kubernetes control plane by rewriting it',
  /** For those who search the web. */
  description: 'A course in which you learn the Kubernetes control plane by rewriting it.',
  /** On the certificate, after the name. */
  kind: 'a course on the control plane of Kubernetes',
};
