/** Messages whose kind another group version has too, by apiVersion and kind; in the form of `generated/messages.ts`. */
export const ambiguousKinds: Readonly<Record<string, string>> = {
  'autoscaling/v1 HorizontalPodAutoscaler': 'AutoscalingV1HorizontalPodAutoscaler',
  'events.k8s.io/v1 Event': 'EventsV1Event',
};

export const namesakeMessages: Readonly<Record<string, string>> = {
  AutoscalingV1HorizontalPodAutoscaler:
    '1 metadata ObjectMeta, 2 spec AutoscalingV1HorizontalPodAutoscalerSpec, 3 status AutoscalingV1HorizontalPodAutoscalerStatus',
  AutoscalingV1HorizontalPodAutoscalerSpec:
    '1 scaleTargetRef CrossVersionObjectReference, 2 minReplicas i*, 3 maxReplicas i, 4 targetCPUUtilizationPercentage i*',
  AutoscalingV1HorizontalPodAutoscalerStatus:
    '1 observedGeneration i*, 2 lastScaleTime t, 3 currentReplicas i, 4 desiredReplicas i, 5 currentCPUUtilizationPercentage i*',
  EventsV1Event:
    '1 metadata ObjectMeta, 2 eventTime m, 3 series EventsV1EventSeries, 4 reportingController, 5 reportingInstance, ' +
    '6 action, 7 reason, 8 regarding ObjectReference, 9 related ObjectReference, 10 note, 11 type, ' +
    '12 deprecatedSource EventSource, 13 deprecatedFirstTimestamp t, 14 deprecatedLastTimestamp t, 15 deprecatedCount i',
  EventsV1EventSeries: '1 count i, 2 lastObservedTime m',
};
