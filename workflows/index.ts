export { campaign } from './campaign.ts';
export { enrollment } from './enrollment.ts';
