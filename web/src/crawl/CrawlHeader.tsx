import { useCrawl } from './LiveContext';

export function CrawlHeader() {
  const { progress } = useCrawl();
  return <header>{progress.submitted_url}</header>;
}
